# Upstream bytes to a numeric matrix, and the rows of every seed.


rule fetch:
    input:
        descriptor=os.path.join(DESCRIPTORS, "{dataset}.yaml"),
    output:
        "results/data/raw/{dataset}/fetched.json",
    log:
        "results/logs/fetch/{dataset}.log",
    localrule: True
    message:
        "fetch {wildcards.dataset}"
    shell:
        METHODS + " fetch {wildcards.dataset} --mirror {MIRROR} --out {output} 2>&1 | tee {log} >&2"


rule prepare:
    input:
        descriptor=os.path.join(DESCRIPTORS, "{dataset}.yaml"),
        fetched=rules.fetch.output,
    output:
        "results/data/{dataset}.npz",
    log:
        "results/logs/prepare/{dataset}.log",
    message:
        "prepare {wildcards.dataset}"
    shell:
        METHODS + " prepare {wildcards.dataset} --fetched {input.fetched}"
        " --out {output} > {log} 2>&1"


rule split:
    input:
        rules.prepare.output,
    output:
        "results/{experiment}/{study}/splits/{dataset}/{block}.npz",
    log:
        "results/logs/{experiment}/{study}/split/{dataset}/{block}.log",
    params:
        seeds=lambda wildcards: wildcards.block.replace("-", ":"),
        protocol=lambda wildcards: PLAN.protocol(study_of(wildcards)),
    message:
        "split {wildcards.dataset} for {wildcards.experiment}/{wildcards.study}, seeds {params.seeds}"
    shell:
        METHODS + " split {wildcards.experiment} {wildcards.study} {input}"
        " --seeds {params.seeds} --out {output} > {log} 2>&1"

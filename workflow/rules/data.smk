# Upstream bytes to a numeric matrix, and the rows of every seed.


rule fetch:
    output:
        "results/data/raw/{dataset}/fetched.json",
    log:
        "results/logs/fetch/{dataset}.log",
    localrule: True
    params:
        reading=lambda wildcards: PLAN.reading(wildcards.dataset),
    message:
        "fetch {wildcards.dataset}"
    shell:
        "{METHODS} fetch {wildcards.dataset} --mirror {MIRROR} --out {output} 2>&1 | tee {log} >&2"


rule prepare:
    input:
        rules.fetch.output,
    output:
        "results/data/{dataset}.npz",
    log:
        "results/logs/prepare/{dataset}.log",
    params:
        reading=lambda wildcards: PLAN.reading(wildcards.dataset),
    message:
        "prepare {wildcards.dataset}"
    shell:
        "{METHODS} prepare {wildcards.dataset} --fetched {input} --out {output} > {log} 2>&1"


rule split:
    input:
        rules.prepare.output,
    output:
        "results/{experiment}/{study}/splits/{dataset}/{block}.npz",
    log:
        "results/logs/{experiment}/{study}/split/{dataset}/{block}.log",
    params:
        seeds=seeds_of,
        protocol=lambda wildcards: PLAN.protocol(study_of(wildcards)),
    message:
        "split {wildcards.dataset} for {wildcards.experiment}/{wildcards.study}, seeds {params.seeds}"
    shell:
        "{METHODS} split {wildcards.experiment} {wildcards.study} {input}"
        " --seeds {params.seeds} --out {output} > {log} 2>&1"

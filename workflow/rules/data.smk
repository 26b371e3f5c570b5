# Upstream bytes to a numeric matrix, and the rows of every seed.


rule fetch:
    input:
        descriptor=os.path.join(workflow.basedir, "datasets/{dataset}.yaml"),
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
        descriptor=os.path.join(workflow.basedir, "datasets/{dataset}.yaml"),
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
        "results/{experiment}/{study}/splits/{dataset}.npz",
    log:
        "results/logs/{experiment}/{study}/split/{dataset}.log",
    params:
        trials=lambda wildcards: PLAN.trials(study_of(wildcards)),
        protocol=lambda wildcards: PLAN.protocol(study_of(wildcards)),
    message:
        "split {wildcards.dataset} for {wildcards.experiment}/{wildcards.study}"
    shell:
        METHODS + " split {wildcards.experiment} {wildcards.study} {input}"
        " --trials {params.trials} --out {output} > {log} 2>&1"

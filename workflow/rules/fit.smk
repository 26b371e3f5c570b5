# One fit job is a block of seeds of one method on one data set.


rule compile:
    output:
        "results/compiled/{module}.json",
    log:
        "results/logs/compile/{module}.log",
    localrule: True
    params:
        source=lambda wildcards: PLAN.source(wildcards.module),
    message:
        "compile {wildcards.module}"
    shell:
        "{METHODS} compile {wildcards.module} --out {output} > {log} 2>&1"


rule fit:
    input:
        data=rules.prepare.output,
        splits=rules.split.output,
        # compiled before many jobs want it at once. Not ancient(): behind such an input Snakemake 9.27
        # looks for nothing to do while the job that makes it is to run.
        compiled=of_fit("compiled"),
    output:
        "results/{experiment}/{study}/fits/{dataset}/{method}{sweep}/{block}.npz",
    log:
        "results/logs/{experiment}/{study}/fit/{dataset}/{method}{sweep}/{block}.log",
    threads: 1
    resources:
        mem_mb=fit_memory,
        runtime=fit_minutes,
    params:
        seeds=seeds_of,
        conditions=of_fit("conditions"),
        meaning=of_fit("meaning"),
        source_hash=of_fit("source_hash"),
    message:
        "fit {wildcards.method} on {wildcards.dataset} for {wildcards.experiment}/{wildcards.study},"
        " seeds {params.seeds}"
    shell:
        "{METHODS} fit {wildcards.experiment} {wildcards.study} {wildcards.method}"
        " --data {input.data} --splits {input.splits} --seeds {params.seeds}"
        " --conditions {params.conditions:q} --out {output} > {log} 2>&1"


rule evaluate:
    input:
        data=rules.prepare.output,
        splits=lambda wildcards: PLAN.splits(study_of(wildcards), wildcards.dataset),
        blocks=lambda wildcards: [
            block.path for block in PLAN.all_blocks(study_of(wildcards), wildcards.dataset)
        ],
    output:
        scores="results/{experiment}/{study}/scores/{dataset}.parquet",
        runs="results/{experiment}/{study}/runs/{dataset}.parquet",
        traces="results/{experiment}/{study}/traces/{dataset}.parquet",
        artifacts="results/{experiment}/{study}/artifacts/{dataset}.npz",
    log:
        "results/logs/{experiment}/{study}/evaluate/{dataset}.log",
    params:
        matrix=MATRIX,
        source=PLAN.source("methods.bench.scoring"),
    message:
        "evaluate {wildcards.experiment}/{wildcards.study} on {wildcards.dataset}"
    shell:
        "{METHODS} evaluate {wildcards.experiment} {wildcards.study} {wildcards.dataset}"
        " --config {params.matrix} > {log} 2>&1"

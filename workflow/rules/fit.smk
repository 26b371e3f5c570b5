# One fit job fits one method on one data set for a block of seeds.


rule compile:
    output:
        local(paths.compiled("{module}")),
    log:
        local(paths.log("compile", "{module}")),
    localrule: True
    params:
        made_from=seal_of(
            paths.compiled("{module}"),
            lambda wildcards: dependencies.of_compiled(wildcards.module),
        ),
    message:
        "compile {wildcards.module}"
    shell:
        step("compile {wildcards.module} --out {output} --made-from {params.made_from:q}")


rule fit:
    input:
        data=rules.prepare.output,
        splits=rules.split.output,
        # compiled before many jobs need it at once. Not ancient(): Snakemake 9.27 does not look for
        # other jobs behind such an input while the job that makes it waits.
        compiled=compiled_of,
    output:
        paths.fits("{experiment}", "{study}", "{dataset}", "{method}{sweep}", "{block}"),
    log:
        paths.fit_log("{experiment}", "{study}", "{dataset}", "{method}{sweep}", "{block}"),
    group:
        group_of("fit")
    threads: 1
    resources:
        **FIT_RESOURCES,
    params:
        seeds=seeds_of,
        conditions=of_fit("conditions"),
        made_from=seal_of(
            paths.fits("{experiment}", "{study}", "{dataset}", "{method}{sweep}", "{block}"),
            of_fit("made_from"),
        ),
    message:
        "fit {wildcards.method} on {wildcards.dataset} for {wildcards.experiment}/{wildcards.study},"
        " seeds {params.seeds}"
    shell:
        step(
            "fit {wildcards.experiment} {wildcards.study} {wildcards.method}"
            " --data {input.data} --splits {input.splits} --seeds {params.seeds}"
            " --conditions {params.conditions:q} --out {output}"
            " --made-from {params.made_from:q}"
        )


rule evaluate:
    input:
        data=rules.prepare.output,
        splits=lambda wildcards: PLAN.splits(study_of(wildcards), wildcards.dataset),
        blocks=lambda wildcards: [
            block.path for block in PLAN.all_blocks(study_of(wildcards), wildcards.dataset)
        ],
    output:
        **paths.stored("{experiment}", "{study}", "{dataset}"),
    log:
        paths.study_log("{experiment}", "{study}", "evaluate", "{dataset}"),
    group:
        group_of("evaluate")
    resources:
        **STEP_RESOURCES,
    params:
        matrix=MATRIX,
        made_from=lambda wildcards: json.dumps(
            dependencies.of_scores(PLAN, study_of(wildcards), wildcards.dataset)
        ),
    message:
        "evaluate {wildcards.experiment}/{wildcards.study} on {wildcards.dataset}"
    shell:
        step(
            "evaluate {wildcards.experiment} {wildcards.study} {wildcards.dataset}"
            " --beside {input.data} --made-from {params.made_from:q}"
            " --config {params.matrix}"
        )

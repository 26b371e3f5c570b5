# From upstream bytes to a numeric matrix, and to the rows of every seed.


rule fetch:
    output:
        local(paths.fetched("{dataset}")),  # the raw files are beside it
    log:
        local(paths.fetch_log("{dataset}")),
    localrule: True
    params:
        made_from=seal_of(paths.fetched("{dataset}"), reading_of),
    message:
        "fetch {wildcards.dataset}"
    shell:
        step(
            f"fetch {{wildcards.dataset}} --mirror {MIRROR} --out {{output}}"
            " --made-from {params.made_from:q}"
        )


rule prepare:
    input:
        lambda wildcards: local(PLAN.fetched(wildcards.dataset)),
    output:
        paths.prepared("{dataset}"),
    log:
        local(paths.log("prepare", "{dataset}")),
    group:
        group_of("prepare")
    resources:
        **STEP_RESOURCES,
    params:
        made_from=seal_of(paths.prepared("{dataset}"), reading_of),
    message:
        "prepare {wildcards.dataset}"
    shell:
        step(
            "prepare {wildcards.dataset} --fetched {input} --out {output}"
            " --made-from {params.made_from:q}"
        )


rule split:
    input:
        rules.prepare.output,
    output:
        paths.splits("{experiment}", "{study}", "{dataset}", "{block}"),
    log:
        paths.study_log("{experiment}", "{study}", "split", "{dataset}", "{block}"),
    group:
        group_of("split")
    resources:
        **STEP_RESOURCES,
    params:
        seeds=seeds_of,
        made_from=seal_of(
            paths.splits("{experiment}", "{study}", "{dataset}", "{block}"),
            lambda wildcards: dependencies.of_splits(study_of(wildcards)),
        ),
    message:
        "split {wildcards.dataset} for {wildcards.experiment}/{wildcards.study}, seeds {params.seeds}"
    shell:
        step(
            "split {wildcards.experiment} {wildcards.study} {input}"
            " --seeds {params.seeds} --out {output} --made-from {params.made_from:q}"
        )

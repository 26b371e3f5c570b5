# From upstream bytes to a numeric matrix, and to the rows of every seed.


rule fetch:
    output:
        local(paths.fetched("{dataset}")),  # the raw files are beside it
    log:
        local(paths.fetch_log("{dataset}")),
    localrule: True
    params:
        reading=reading_of,
    message:
        "fetch {wildcards.dataset}"
    shell:
        "{METHODS} fetch {wildcards.dataset} --mirror {MIRROR} --out {output} > {log} 2>&1"


rule prepare:
    input:
        local(paths.fetched("{dataset}")),
    output:
        paths.prepared("{dataset}"),
    log:
        local(paths.log("prepare", "{dataset}")),
    params:
        reading=reading_of,
    message:
        "prepare {wildcards.dataset}"
    shell:
        "{METHODS} prepare {wildcards.dataset} --fetched {input} --out {output} > {log} 2>&1"


rule split:
    input:
        rules.prepare.output,
    output:
        paths.splits("{experiment}", "{study}", "{dataset}", "{block}"),
    log:
        paths.study_log("{experiment}", "{study}", "split", "{dataset}", "{block}"),
    params:
        seeds=seeds_of,
        protocol=lambda wildcards: dependencies.protocol(study_of(wildcards)),
    message:
        "split {wildcards.dataset} for {wildcards.experiment}/{wildcards.study}, seeds {params.seeds}"
    shell:
        "{METHODS} split {wildcards.experiment} {wildcards.study} {input}"
        " --seeds {params.seeds} --out {output} > {log} 2>&1"

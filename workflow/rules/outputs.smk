# Stored scores to tables, verdicts, figures and the report. Nothing is fitted from here on.
#
# An experiment's outputs are named in its file, so each experiment has a rule of its own for them.

for _name in EXPERIMENTS:

    rule:
        name:
            f"aggregate_{_name}"
        input:
            PLAN.stored(_name),
        output:
            PLAN.tables(_name),
            f"results/{_name}/claims.json",
        log:
            f"results/logs/{_name}/aggregate.log",
        params:
            experiment=_name,
            matrix=MATRIX,
            source=PLAN.output_source(_name, "tables", "claims"),
        message:
            "tables and verdicts of {params.experiment}"
        shell:
            "{METHODS} aggregate {params.experiment} --config {params.matrix} > {log} 2>&1"

    rule:
        name:
            f"figures_{_name}"
        input:
            PLAN.stored(_name),
        output:
            PLAN.figures(_name),
        log:
            f"results/logs/{_name}/figures.log",
        params:
            experiment=_name,
            matrix=MATRIX,
            formats=selection("figure_formats"),
            source=PLAN.output_source(_name, "figures"),
        message:
            "figures of {params.experiment}"
        shell:
            "{METHODS} figures {params.experiment} --config {params.matrix} {params.formats}"
            " > {log} 2>&1"


rule strict:
    input:
        [path for name in EXPERIMENTS for path in PLAN.stored(name)],
    output:
        "results/strict.txt",
    log:
        "results/logs/strict.log",
    params:
        matrix=MATRIX,
        rest=selection("experiments"),
    message:
        "fail if a fit has failed"
    shell:
        "{METHODS} strict --out {output} --config {params.matrix} {params.rest} > {log} 2>&1"


rule report:
    input:
        collect("results/{name}/claims.json", name=EXPERIMENTS),
        [path for name in EXPERIMENTS for path in PLAN.tables(name)],
        [path for name in EXPERIMENTS for path in PLAN.figures(name)],
    output:
        "results/claims.json",
        "results/report/index.html",
    log:
        "results/logs/report.log",
    params:
        matrix=MATRIX,
        rest=selection("experiments", "figure_formats"),
        source=PLAN.source("methods.figures.site"),
    message:
        "report"
    shell:
        "{METHODS} report --config {params.matrix} {params.rest} > {log} 2>&1"

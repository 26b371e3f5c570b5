# Stored scores to tables, verdicts, figures and the report. Nothing is fitted from here on.
#
# An experiment's outputs are named in its file, so each experiment has a rule of its own for them.
# What `snakemake --report` shows is marked where it is made; results/report is the site with more.


report: "../report/workflow.rst"


for _name in EXPERIMENTS:

    rule:
        name:
            f"aggregate_{_name}"
        input:
            PLAN.stored(_name),
        output:
            reported(PLAN.tables(_name), "csv", _name, "../report/table.rst"),
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
            reported(PLAN.figures(_name), SHOWN, _name, "../report/figure.rst"),
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
        sorted(glob("results/performance/*.json")),
    output:
        report(
            "results/claims.json",
            caption="../report/claims.rst",
            category="Verdicts",
            labels={"name": "claims"},
        ),
        "results/report/index.html",
    log:
        "results/logs/report.log",
    params:
        matrix=MATRIX,
        rest=selection("experiments", "figure_formats"),
        source=PLAN.source("methods.report.site"),
        prose=PROSE,
    message:
        "report"
    shell:
        "{METHODS} report --config {params.matrix} {params.rest} > {log} 2>&1"


rule compare:
    input:
        rules.report.input,
        [past for name in EXPERIMENTS for past in glob(f"{AGAINST}/{name}/claims.json")],
    output:
        "results/comparison/index.html",
        "results/comparison/changes.csv",
    log:
        "results/logs/compare.log",
    params:
        matrix=MATRIX,
        rest=selection("experiments", "against"),
        source=PLAN.source("methods.report.compare_page"),
        prose=PROSE,
    message:
        "comparison with the run in {config[against]}"
    shell:
        "{METHODS} compare --config {params.matrix} {params.rest} > {log} 2>&1"

# From stored scores to tables, verdicts, figures and the report. Nothing is fitted from here on.
#
# The file of an experiment names its outputs, so each experiment has its own rules for them.
# `report(...)` marks what `snakemake --report` shows. The site in results/report shows more.


report: "../report/workflow.rst"


for _name in EXPERIMENTS:

    rule:
        name:
            f"aggregate_{_name}"
        input:
            PLAN.stored(_name),
        output:
            reported(PLAN.tables(_name), "csv", _name, "../report/table.rst"),
            paths.claims(_name),
        log:
            paths.experiment_log(_name, "aggregate"),
        params:
            experiment=_name,
            matrix=MATRIX,
            made_from=json.dumps(dependencies.of_verdicts(PLAN, _name)),
        message:
            "tables and verdicts of {params.experiment}"
        shell:
            "{METHODS} aggregate {params.experiment} --made-from {params.made_from:q}"
            " --config {params.matrix} > {log} 2>&1"

    rule:
        name:
            f"figures_{_name}"
        input:
            PLAN.stored(_name),
        output:
            reported(PLAN.figures(_name), SHOWN, _name, "../report/figure.rst"),
        log:
            paths.experiment_log(_name, "figures"),
        params:
            experiment=_name,
            matrix=MATRIX,
            formats=selection("figure_formats"),
            made_from=json.dumps(dependencies.of_outputs(PLAN, _name, "figures")),
        message:
            "figures of {params.experiment}"
        shell:
            "{METHODS} figures {params.experiment} --config {params.matrix} {params.formats}"
            " > {log} 2>&1"


rule strict:
    input:
        [path for name in EXPERIMENTS for path in PLAN.stored(name)],
    output:
        paths.STRICT,
    log:
        paths.log("strict"),
    params:
        matrix=MATRIX,
        rest=selection("experiments"),
    message:
        "fail if a fit has failed"
    shell:
        "{METHODS} strict --out {output} --config {params.matrix} {params.rest} > {log} 2>&1"


rule report:
    input:
        [paths.claims(name) for name in EXPERIMENTS],
        [path for name in EXPERIMENTS for path in PLAN.tables(name)],
        [path for name in EXPERIMENTS for path in PLAN.figures(name)],
        sorted(glob(paths.performance("*"))),
    output:
        report(
            paths.LEDGER,
            caption="../report/claims.rst",
            category="Verdicts",
            labels={"name": "claims"},
        ),
        paths.REPORT,
    log:
        paths.log("report"),
    params:
        matrix=MATRIX,
        rest=selection("experiments", "figure_formats"),
        source=dependencies.source("methods.report.site"),
        made_from=json.dumps(dependencies.of_ledger(PLAN)),
        prose=PROSE,
    message:
        "report"
    shell:
        "{METHODS} report --made-from {params.made_from:q}"
        " --config {params.matrix} {params.rest} > {log} 2>&1"


rule compare:
    input:
        rules.report.input,
        [past for name in EXPERIMENTS for past in glob(f"{AGAINST}/{name}/claims.json")],
    output:
        paths.COMPARISON,
        paths.CHANGES,
    log:
        paths.log("compare"),
    params:
        matrix=MATRIX,
        rest=selection("experiments", "against"),
        source=dependencies.source("methods.report.compare_page"),
        prose=PROSE,
    message:
        "comparison with the run in {config[against]}"
    shell:
        "{METHODS} compare --config {params.matrix} {params.rest} > {log} 2>&1"

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
            stored=PLAN.stored(_name),
        output:
            reported(PLAN.tables(_name), "csv", _name, "../report/table.rst"),
            paths.claims(_name),
        log:
            paths.experiment_log(_name, "aggregate"),
        resources:
            **STEP_RESOURCES,
        params:
            experiment=_name,
            matrix=MATRIX,
            made_from=json.dumps(dependencies.of_verdicts(PLAN, _name)),
        message:
            "tables and verdicts of {params.experiment}"
        shell:
            step(
                "aggregate {params.experiment} --beside {input.stored[0]}"
                " --made-from {params.made_from:q} --config {params.matrix}"
            )

    rule:
        name:
            f"figures_{_name}"
        input:
            stored=PLAN.stored(_name),
        output:
            reported(PLAN.figures(_name), SHOWN, _name, "../report/figure.rst"),
        log:
            paths.experiment_log(_name, "figures"),
        resources:
            **STEP_RESOURCES,
        params:
            experiment=_name,
            matrix=MATRIX,
            formats=selection("figure_formats"),
            made_from=json.dumps(dependencies.of_figures(PLAN, _name)),
        message:
            "figures of {params.experiment}"
        shell:
            step(
                "figures {params.experiment} --beside {input.stored[0]}"
                " --made-from {params.made_from:q} --config {params.matrix} {params.formats}"
            )


rule strict:
    input:
        stored=[path for name in EXPERIMENTS for path in PLAN.stored(name)],
    output:
        paths.STRICT,
    log:
        paths.log("strict"),
    resources:
        **STEP_RESOURCES,
    params:
        matrix=MATRIX,
        rest=selection("experiments"),
    message:
        "fail if a fit has failed"
    shell:
        step(
            "strict --out {output} --beside {input.stored[0]}"
            " --config {params.matrix} {params.rest}"
        )


OUTCOME = [paths.claims(name) for name in EXPERIMENTS]
OUTCOME += [
    path
    for name in EXPERIMENTS
    for path in (*PLAN.tables(name), *PLAN.figures(name), *PLAN.stored(name))
]


rule report:
    input:
        outcome=OUTCOME,
        performance=[local(path) for path in sorted(glob(paths.performance("*")))],
    output:
        report(
            local(paths.LEDGER),
            caption="../report/claims.rst",
            category="Verdicts",
            labels={"name": "claims"},
        ),
        local(paths.REPORT),
    log:
        local(paths.log("report")),
    resources:
        **STEP_RESOURCES,
    params:
        matrix=MATRIX,
        rest=selection("experiments", "figure_formats"),
        source=dependencies.source("methods.report.site"),
        made_from=json.dumps(dependencies.of_ledger(PLAN)),
        prose=PROSE,
    message:
        "report"
    shell:
        step(
            "report --beside {input.outcome[0]} --made-from {params.made_from:q}"
            " --config {params.matrix} {params.rest}"
        )


rule compare:
    input:
        outcome=OUTCOME,
        before=[
            local(past)
            for name in EXPERIMENTS
            if AGAINST
            for past in glob(f"{escape(AGAINST)}/{name}/claims.json")
        ],
    output:
        local(paths.COMPARISON),
        local(paths.CHANGES),
    log:
        local(paths.log("compare")),
    resources:
        **STEP_RESOURCES,
    params:
        matrix=MATRIX,
        rest=selection("experiments", "against"),
        source=dependencies.source("methods.report.compare_page"),
        prose=PROSE,
    message:
        "comparison with the run in {config[against]}"
    shell:
        METHODS
        + " compare --beside {input.outcome[0]} --config {params.matrix} {params.rest} > {log} 2>&1"

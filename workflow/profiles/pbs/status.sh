#!/bin/sh
# What Snakemake asks of a job of PBS: running, success or failed. -x knows ended jobs too.
job=$(qstat -x -f "$1" 2>/dev/null) || { echo running; exit; }  # the server is away for a moment
case $job in
    *"job_state = F"*"Exit_status = 0"*) echo success ;;
    *"job_state = F"*) echo failed ;;
    *) echo running ;;
esac

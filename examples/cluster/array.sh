#!/bin/bash
# One share of the levels for each task of a Slurm job array, here 50 shares:
#
#   mkdir -p run
#   sbatch --array=1-50 examples/cluster/array.sh 50 levels/*.xsb --time 10m
#   sokoplan bench merge run
#
# A task that is preempted, or lost with its node, is queued again and goes on where its file of rows ends; one whose process was
# killed does so after `scontrol requeue`.
#SBATCH --job-name=sokoplan
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=run/%a.log
shards=$1
shift
task=$SLURM_ARRAY_TASK_ID
sokoplan bench "$@" --shard "$task/$shards" --resume "run/$task.jsonl"
# Exit code 1 tells that some level was not solved, which is no failure of the task.
code=$?
[ "$code" -eq 1 ] || exit "$code"

#!/bin/bash
# Trains an experiment as a Slurm array, one share per task:
#
#   sbatch slurm.sh experiment.json outcomes
#   headcount merge outcomes/s*.json -o outcome.json
#
# Submit it again after a failure, a time limit or a cancelled task: finished runs are kept, and a share
# that is done ends at once. To submit some tasks alone, say how many shares there are:
#
#   sbatch --array=3,7 --export=ALL,SHARDS=16 slurm.sh experiment.json outcomes
#
#SBATCH --job-name=headcount
#SBATCH --array=1-16
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
experiment=$1
directory=$2
mkdir -p "$directory"
exec headcount run "$experiment" --shard "auto${SHARDS:+/$SHARDS}" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  -o "$directory/s$SLURM_ARRAY_TASK_ID.json" --resume

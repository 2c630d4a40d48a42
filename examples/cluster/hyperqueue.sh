#!/bin/sh
# Trains an experiment in 16 shares with HyperQueue, which may itself run inside jobs of Slurm or PBS:
#
#   ./hyperqueue.sh experiment.json outcomes
#   headcount merge outcomes/s*.json -o outcome.json
#
# Call it again after a failure: finished runs are kept.
set -eu
experiment=$1
directory=$2
shards=${SHARDS:-16}
mkdir -p "$directory"
# The number of a task is known only where it runs, hence the inner shell.
exec hq submit --name headcount --array "1-$shards" --cpus 1 --wait -- sh -c \
  'exec headcount run "$0" --shard "auto/$2" --jobs 1 -o "$1/s$HQ_TASK_ID.json" --resume' \
  "$experiment" "$directory" "$shards"

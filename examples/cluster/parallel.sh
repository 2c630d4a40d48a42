#!/bin/sh
# Trains an experiment in 16 shares with GNU parallel: on this machine, or with a list of machines on all of
# them (--sshlogin; then the shares' files must be on a disk that all of them see).
#
#   ./parallel.sh experiment.json outcomes [--sshloginfile machines.txt]
#   headcount merge outcomes/s*.json -o outcome.json
#
# Call it again after a failure: finished runs are kept.
set -eu
experiment=$1
directory=$2
shift 2
shards=${SHARDS:-16}
mkdir -p "$directory"
seq "$shards" | parallel "$@" --workdir . \
  headcount run "$experiment" --shard "{}/$shards" --jobs 1 -o "$directory/s{}.json" --resume

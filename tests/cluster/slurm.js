// A Slurm cluster of one node, this machine, in a folder of its own: munged, slurmctld and slurmd. It
// touches no Slurm and no munge that are there already. Needs root, as slurmd does.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port that is free now. @returns {Promise<number>} */
const freePort = () =>
  new Promise((done, failed) => {
    const server = createServer().on('error', failed);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** @param {string} folder @param {string} host @param {number[]} ports */
const configuration = (folder, host, [controller, node]) => `\
ClusterName=headcount
SlurmctldHost=${host}
SlurmctldPort=${controller}
SlurmdPort=${node}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${join(folder, 'munge.socket')}
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
KillWait=2
StateSaveLocation=${folder}
SlurmdSpoolDir=${folder}
SlurmctldPidFile=${join(folder, 'slurmctld.pid')}
SlurmdPidFile=${join(folder, 'slurmd.pid')}
SlurmctldLogFile=${join(folder, 'slurmctld.log')}
SlurmdLogFile=${join(folder, 'slurmd.log')}
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;

/**
 * Starts a cluster with its files in `folder`, and resolves when its node takes jobs.
 *
 * @param {string} folder  an empty folder of root's own
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => Promise<void> }>}  `env` is for sbatch and its kind
 */
export async function startSlurm(folder) {
  const host = hostname().split('.')[0];
  const env = { ...process.env, SLURM_CONF: join(folder, 'slurm.conf') };
  writeFileSync(env.SLURM_CONF, configuration(folder, host, [await freePort(), await freePort()]));
  writeFileSync(join(folder, 'munge.key'), randomBytes(128), { mode: 0o400 });
  /** @type {import('node:child_process').ChildProcess[]} */
  const daemons = [];
  const start = (/** @type {string} */ name, /** @type {string[]} */ args) => {
    const log = openSync(join(folder, `${name}.out`), 'a');
    const daemon = spawn(name, args, { cwd: folder, env, stdio: ['ignore', log, log] });
    // What it has to say is read below, from its log.
    daemon.on('error', () => {});
    daemons.push(daemon);
  };
  const stop = async () => {
    for (const daemon of daemons.reverse()) {
      daemon.kill();
      for (let i = 0; i < 100 && daemon.exitCode === null && daemon.signalCode === null; i++) await sleep(50);
      daemon.kill('SIGKILL');
    }
  };
  const mungeFiles = ['socket', 'key', 'log', 'pid', 'seed'].map((name) => {
    const option = name === 'socket' ? '--socket' : `--${name}-file`;
    return `${option}=${join(folder, `munge.${name}`)}`;
  });
  // As root, with everything in a folder that only root can read, it must be told twice.
  start('munged', ['--foreground', '--force', ...mungeFiles]);
  start('slurmctld', ['-D']);
  start('slurmd', ['-D', '-N', host]);
  for (let i = 0; i < 300; i++) {
    const { stdout } = spawnSync('sinfo', ['--noheader', '--format=%T'], { env, encoding: 'utf8' });
    if (stdout?.trim() === 'idle') return { env, stop };
    await sleep(100);
  }
  await stop();
  const logs = ['munged.out', 'munge.log', 'slurmctld.log', 'slurmd.log'].map((name) => {
    try {
      return `${name}: ${readFileSync(join(folder, name), 'utf8').slice(-1000)}`;
    } catch {
      return `${name}: not written`;
    }
  });
  throw new Error(`Slurm's node did not become idle within 30 s.\n${logs.join('\n')}`);
}

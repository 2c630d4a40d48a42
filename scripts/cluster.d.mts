/** The schedulers that can be had, as an environment that tells tests. Slurm's daemon must run as root. */
export declare function clusterEnvironment(): Promise<{
    HEADCOUNT_SCHEDULERS: string;
}>;

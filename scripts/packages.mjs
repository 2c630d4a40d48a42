// npm run packages: what would be published, tried and not published: the npm package, and the three libraries as
// crates, each compiled from what is packed, with documentation that has no warnings (docs/packages.md).
import { fileURLToPath } from 'node:url';
import * as setup from './setup.mjs';
import { finishWith, run, say } from './shell.mjs';

/** Our libraries, by their names on crates.io. */
export const CRATES = ['headcount-lab', 'headcount-engine', 'headcount-charts'].flatMap((name) => ['-p', name]);

/** Packs the crates without compiling them: seconds. What is not committed yet is packed, too. */
export const packCrates = ['package', '--locked', '--no-verify', '--allow-dirty', ...CRATES];

/** Documentation of the crates that need no burn. */
export const documentCrates = ['doc', '--locked', '--no-deps', '-p', 'headcount-lab', '-p', 'headcount-charts'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  finishWith(async () => {
    await setup.rust();
    say('the crates, compiled from what is packed (usually 10 min)');
    await run('cargo', ['publish', '--dry-run', '--locked', '--allow-dirty', ...CRATES]);
    say('their documentation');
    await run('cargo', ['doc', '--locked', '--no-deps', ...CRATES], { env: { RUSTDOCFLAGS: '-D warnings' } });
    say('the npm package');
    await run('npm', ['run', 'build:npm']);
    await run('npm', ['pack', '--dry-run', './dist-npm']);
  });
}

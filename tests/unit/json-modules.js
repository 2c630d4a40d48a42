// JSON files as modules, as the page's build has them: Node wants them marked as JSON where they are imported.
import { register } from 'node:module';

const hooks = `
  import { readFile } from 'node:fs/promises';
  export async function load(url, context, next) {
    if (!url.endsWith('.json')) return next(url, context);
    return { format: 'module', source: 'export default ' + (await readFile(new URL(url), 'utf8')), shortCircuit: true };
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

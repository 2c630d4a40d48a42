// The experiment being edited: what the controls show, what of it is refused, and the preset that it
// is compared with. Whether a field is allowed is decided by the wasm (crate/lab), never here.
import { pruned, put } from './experiment-fields.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */
/** @typedef {import('../wasm/page/page.js').FieldSpec} FieldSpec */
/** @typedef {import('../wasm/page/page.js').Problem} Problem */
/** @typedef {import('../api/page-wasm.js').PageWasm} PageWasm */
/** An experiment as the controls have it: not checked, and perhaps not complete. @typedef {Record<string, any>} Draft */
/** @typedef {{ name: string, headline: string, shows: string, seconds: number | undefined, experiment: Experiment, fields: ExperimentFields }} EditedPreset */

/** What is wrong, field by field. @param {unknown} error @returns {Problem[]} */
function problemsOf(error) {
  const { problems, message } = /** @type {Partial<import('../wasm/page/page.js').ExperimentError>} */ (error);
  return problems ?? [{ field: '', given: null, allowed: '', sentence: message ?? String(error), repairs: [] }];
}

export class ExperimentEditor {
  #wasm;
  /** What Train would train: complete and valid. @type {Experiment | null} */
  experiment = null;
  /** As the controls have it; the same but for what is refused. @type {Draft} */
  draft = {};
  /** What is wrong with the draft. @type {Problem[]} */
  problems = [];
  /** What marks of difference and resets refer to. @type {EditedPreset | null} */
  preset = null;
  /** @type {{ draft: Draft | null, specs: Map<string, FieldSpec> }} */
  #specs = { draft: null, specs: new Map() };

  /** @param {() => PageWasm} wasm */
  constructor(wasm) {
    this.#wasm = wasm;
  }

  /** @param {Experiment} experiment */
  set(experiment) {
    this.experiment = experiment;
    this.draft = experiment.toFields();
    this.problems = [];
  }

  /** What differences are counted from. @param {{ name: string, headline?: string, shows: string, seconds?: number }} words @param {Experiment} experiment */
  setPreset({ name, headline = '', shows, seconds }, experiment) {
    this.preset = { name, headline, shows, seconds, experiment, fields: experiment.toFields() };
  }

  /** Whether the experiment is not the preset's any more. */
  get differsFromPreset() {
    return !this.experiment || !this.preset || !this.experiment.equals(this.preset.experiment);
  }

  /**
   * Changes one field of the draft. Returns the experiment that it then is, or null where something is
   * refused: then the value stays in the draft, with its problem.
   *
   * @param {string} path
   * @param {unknown} value  undefined takes the field away
   */
  edit(path, value) {
    this.draft = pruned(put(this.draft, path, value), path, (draft) => this.#specsOf(draft));
    return this.#checked();
  }

  /** As `edit`, for several fields at once, which need not be allowed one by one. @param {import('../wasm/page/page.js').Change[]} changes */
  apply(changes) {
    for (const { path, value } of changes) this.draft = put(this.draft, path, value);
    return this.#checked();
  }

  /** The experiment that the draft is; null where something is refused. */
  #checked() {
    const { Experiment } = this.#wasm();
    try {
      const experiment = Experiment.fromJson(JSON.stringify(this.draft));
      return this.experiment?.isSecret ? experiment.hidden() : experiment;
    } catch (error) {
      this.problems = problemsOf(error);
      return null;
    }
  }

  /** The fields that the draft has, by path: ranges, defaults and choices as the wasm checks them. */
  get fieldSpecs() {
    if (this.#specs.draft !== this.draft) this.#specs = { draft: this.draft, specs: this.#specsOf(this.draft) };
    return this.#specs.specs;
  }

  /** @param {Draft} draft */
  #specsOf(draft) {
    const specs = this.#wasm().fieldSpecs(JSON.stringify(draft));
    return new Map(specs.map((spec) => [spec.path, spec]));
  }
}

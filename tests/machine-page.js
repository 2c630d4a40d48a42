// The machines of the page, as tests find their parts.

/** The middle of something of a machine, in CSS pixels of its canvas: asked of the chart itself. */
export const placeOf = (page, side, wanted) =>
  page.evaluate(
    ([side, wanted]) => {
      const { session } = /** @type {any} */ (document.querySelector('headcount-playground'));
      const { experiment, run, look, silenced, error, query } = session.machines.sides[side].shown;
      const chart = session.wasm.Chart.machine(experiment, run, look, { silenced, error, query });
      const host = /** @type {HTMLElement} */ (
        [...document.querySelectorAll('headcount-playground')]
          .flatMap((one) => [...(one.shadowRoot?.querySelectorAll('headcount-transition') ?? [])])
          .flatMap((one) => [...(one.shadowRoot?.querySelectorAll('headcount-machine') ?? [])])
          .flatMap((one) => [...(one.shadowRoot?.querySelectorAll(`#machine-${side}`) ?? [])])[0]
      );
      const frame = { width: host.clientWidth, height: host.clientHeight, scale: 1, theme: 'light' };
      const spots = chart.sketch(frame).drawn().spots;
      const spot = spots.find((/** @type {{ text: string }} */ { text }) => text.startsWith(wanted));
      return { x: spot.x, y: spot.y };
    },
    [side, wanted],
  );

//! `Sketch`: a chart laid out in a frame, painted on a canvas in one go or in parts. What is painted is
//! decided in `charts`, when by the page.

use charts::{Drawing, Frame, PARTS_OF_PIXEL, Spot};
use plotters_canvas::CanvasBackend;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::convert::to_js;

#[derive(Serialize)]
struct Drawn<'a> {
    spots: &'a [Spot],
    summary: &'a str,
}

/// A chart laid out in a frame, which is painted in one go or in parts.
#[wasm_bindgen(js_name = Sketch)]
pub struct JsSketch {
    pub(crate) drawing: Drawing,
    pub(crate) frame: Frame,
    pub(crate) summary: String,
    /// The first shape that is not painted yet.
    pub(crate) next: Option<usize>,
}

#[wasm_bindgen(js_class = Sketch)]
impl JsSketch {
    /// How much there is to paint.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> usize {
        self.drawing.points()
    }

    /// Brings one line in front of the others, before anything is painted.
    #[wasm_bindgen(js_name = bringForward)]
    pub fn bring_forward(&mut self, series: u32) {
        self.drawing.bring_forward(series);
    }

    /// Goes on painting on a canvas, which first takes the frame's size: about so many points. Returns
    /// whether all is painted.
    pub fn paint(&mut self, canvas: HtmlCanvasElement, points: usize) -> Result<bool, JsError> {
        let Some(from) = self.next else {
            return Ok(true);
        };
        if from == 0 {
            let (width, height) = self.frame.pixels();
            // This also clears it, and takes back the scale of an earlier drawing.
            canvas.set_width(width);
            canvas.set_height(height);
            let context = canvas.get_context("2d").ok().flatten();
            let context = context.and_then(|of| of.dyn_into::<CanvasRenderingContext2d>().ok());
            if let Some(context) = context {
                let part = 1.0 / f64::from(PARTS_OF_PIXEL);
                // A scale that is a number is never refused.
                let _ = context.scale(part, part);
                context.set_line_join("round");
            }
        }
        let mut backend = CanvasBackend::with_canvas_object(canvas).ok_or_else(|| {
            JsError::new("This canvas cannot be drawn on: it gives no 2d context.")
        })?;
        let painted = &self.drawing;
        self.next = painted.paint_part(&mut backend, self.frame, from, points)?;
        Ok(self.next.is_none())
    }

    /// Which places have something to say, and the chart in words.
    #[wasm_bindgen(unchecked_return_type = "Drawn")]
    pub fn drawn(&self) -> Result<JsValue, JsError> {
        to_js(&Drawn {
            spots: &self.drawing.spots,
            summary: &self.summary,
        })
    }
}

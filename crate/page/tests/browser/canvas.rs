//! A canvas of the test's own, and what is on it.

use charts::Theme;
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::js;

pub fn canvas() -> HtmlCanvasElement {
    let document = web_sys::window().unwrap().document().unwrap();
    let element = document.create_element("canvas").unwrap();
    element.dyn_into().unwrap()
}

pub fn frame(width: u32, height: u32, scale: f64, theme: &str) -> wasm_bindgen::JsValue {
    let frame: Value = json!({ "width": width, "height": height, "scale": scale, "theme": theme });
    js(&frame)
}

/// All pixels as `[r, g, b, a]`.
pub fn pixels(canvas: &HtmlCanvasElement) -> Vec<[u8; 4]> {
    let context = canvas.get_context("2d").unwrap().unwrap();
    let context: CanvasRenderingContext2d = context.dyn_into().unwrap();
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    let data = context.get_image_data(0.0, 0.0, width, height).unwrap();
    let pixels = data.data();
    pixels
        .chunks_exact(4)
        .map(|p| [p[0], p[1], p[2], p[3]])
        .collect()
}

/// Where the colour of a number of heads is on the canvas, by its place among all: its pixels' count and
/// their median position. Not the mean: a blurred rim of a letter may have the same grey.
pub fn find(canvas: &HtmlCanvasElement, place: f64, theme: Theme) -> (usize, f64, f64) {
    let colour = theme.heads(place);
    let width = canvas.width() as usize;
    let found: Vec<usize> = pixels(canvas)
        .iter()
        .enumerate()
        .filter(|(_, p)| p[..3] == [colour.0, colour.1, colour.2] && p[3] == 255)
        .map(|(i, _)| i)
        .collect();
    let median = |f: &dyn Fn(usize) -> usize| {
        let mut places: Vec<usize> = found.iter().map(|&i| f(i)).collect();
        places.sort_unstable();
        places
            .get(places.len() / 2)
            .map_or(f64::NAN, |&at| at as f64)
    };
    (found.len(), median(&|i| i % width), median(&|i| i / width))
}

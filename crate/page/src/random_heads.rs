//! `RandomHeads`: paper 2's random heads of rank 1, computed in parts, between which the page lives on.

use lab::RandomHeads;
use wasm_bindgen::prelude::*;

/// Random heads of rank 1 in several numbers of dimensions.
#[wasm_bindgen(js_name = RandomHeads)]
pub struct JsRandomHeads {
    most: usize,
    draws: u32,
    all: Vec<RandomHeads>,
}

#[wasm_bindgen(js_class = RandomHeads)]
impl JsRandomHeads {
    /// None yet, of so many draws of up to `most` heads.
    #[wasm_bindgen(constructor)]
    pub fn new(most: usize, draws: u32) -> JsRandomHeads {
        Self {
            most,
            draws,
            all: Vec::new(),
        }
    }

    /// Computes so many heads more in `d` dimensions; returns whether there are more to come.
    pub fn advance(&mut self, d: u32, heads: usize) -> bool {
        let place = self.all.iter().position(|of| of.d() == d);
        let place = place.unwrap_or_else(|| {
            self.all.push(RandomHeads::new(d, self.most, self.draws));
            self.all.len() - 1
        });
        (0..heads).all(|_| self.all[place].advance())
    }

    /// Those in these numbers of dimensions that were begun.
    pub(crate) fn of(&self, dimensions: &[u32]) -> Vec<&RandomHeads> {
        let of = |d: &u32| self.all.iter().find(|heads| heads.d() == *d);
        dimensions.iter().filter_map(of).collect()
    }
}

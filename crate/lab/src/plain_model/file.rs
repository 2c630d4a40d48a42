//! Reads model files (docs/model-file.md) for [`PlainModel`]. By hand, over the JSON reader that is here
//! anyway: the safetensors crate, which engines use, would be downloaded before the first chart.

use serde_json::Value;

use super::{Matrix, PlainModel, PlainModelError};
use crate::dataset::Scale;
use crate::experiment::Experiment;
use crate::outcome::read_run_value;
use crate::plan::runs;

const DAMAGED: PlainModelError = PlainModelError::File("it is damaged");

impl PlainModel {
    /// Reads a model file.
    ///
    /// ```
    /// use lab::PlainModel;
    ///
    /// let file = std::fs::read("../../www/content/recorded/models/min-max-h2.safetensors").unwrap();
    /// let model = PlainModel::from_safetensors(&file).unwrap();
    /// assert_eq!(model.run.name(), "T16-h2-n2-N32-seed0");
    /// // A file that was cut is refused.
    /// assert!(PlainModel::from_safetensors(&file[..file.len() - 1]).is_err());
    /// ```
    pub fn from_safetensors(bytes: &[u8]) -> Result<Self, PlainModelError> {
        let (header, data) = split(bytes).ok_or(DAMAGED)?;
        let Some(Value::Object(mut header)) = json(header) else {
            return Err(DAMAGED);
        };
        let metadata = header.remove("__metadata__").unwrap_or_default();
        let mut weights = Vec::with_capacity(header.len());
        for (name, entry) in header {
            weights.push((name, matrix(&entry, data).ok_or(DAMAGED)?));
        }
        let about = metadata["headcount"].as_str();
        let mut about = about
            .and_then(|text| json(text.as_bytes()))
            .ok_or(PlainModelError::File("it does not say what was trained"))?;
        let [mean, deviation] = ["mean", "deviation"].map(|name| about[name].as_f64());
        let (Some(mean), Some(deviation)) = (mean, deviation) else {
            return Err(DAMAGED);
        };
        let [mean, deviation] = [mean, deviation].map(|x| x as f32);
        let foreign = PlainModelError::File("its run is not of its experiment");
        let experiment = Experiment::from_value(about["experiment"].take()).ok();
        let run = read_run_value(about["run"].take()).ok();
        let (Some(experiment), Some(run)) = (experiment, run) else {
            return Err(foreign);
        };
        if !runs(&experiment).contains(&run) || !mean.is_finite() || !deviation.is_finite() {
            return Err(foreign);
        }
        Self::new(experiment, run, Scale { mean, deviation }, weights)
    }
}

/// The JSON that bytes hold.
fn json(bytes: &[u8]) -> Option<Value> {
    serde_json::from_str(std::str::from_utf8(bytes).ok()?).ok()
}

/// The header and the data behind it.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    rest.split_at_checked(length)
}

/// A tensor of two dimensions with finite values.
fn matrix(entry: &Value, data: &[u8]) -> Option<Matrix> {
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let [from, to] = [0, 1].map(|i| number(&entry["data_offsets"][i]));
    let [rows, columns] = [0, 1].map(|i| number(&entry["shape"][i]));
    let bytes = data.get(from?..to?)?;
    let is_right =
        entry["dtype"] == "F32" && rows?.checked_mul(columns?)?.checked_mul(4)? == bytes.len();
    let values: Vec<f32> = bytes
        .chunks_exact(4)
        .map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]]))
        .collect();
    let is_finite = values.iter().all(|x| x.is_finite());
    (is_right && is_finite).then_some(Matrix {
        columns: columns?,
        values,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model file with a header and data of ours.
    fn file(header: &Value, data: &[f32]) -> Vec<u8> {
        let header = header.to_string();
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header.as_bytes());
        bytes.extend(data.iter().flat_map(|x| x.to_le_bytes()));
        bytes
    }

    /// Paper 2's layer of one head that answers with the mean: its query is zero, its values are the
    /// tokens.
    fn mean_of_tokens() -> (Value, Vec<f32>) {
        let experiment =
            r#"{"task":{"kind":"farthest","d":2},"grid":{"h":[1],"T":[3]},"seeds":[0]}"#;
        let run = r#"{"form":"attention","T":3,"h":1,"n":2,"N":0,"seed":0}"#;
        let metadata =
            format!(r#"{{"experiment":{experiment},"run":{run},"mean":0,"deviation":1}}"#);
        let tensor = |i: usize| serde_json::json!({ "dtype": "F32", "shape": [2, 2], "data_offsets": [16 * i, 16 * i + 16] });
        let header = serde_json::json!({
            "__metadata__": { "headcount": metadata },
            "query": tensor(0), "key": tensor(1), "value": tensor(1), "output": tensor(1),
        });
        (header, vec![0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0])
    }

    #[test]
    fn a_file_is_read_and_computed_by_hand() {
        let (header, data) = mean_of_tokens();
        let model = PlainModel::from_safetensors(&file(&header, &data)).unwrap();
        let look = model.look(&[1.0, 0.0, 0.0, 1.0, -1.0, 0.5], &[]).unwrap();
        let third = 1.0 / 3.0;
        assert_eq!(look.attention, vec![vec![vec![third; 3]; 3]]);
        for pair in look.prediction.chunks_exact(2) {
            assert!(pair[0].abs() < 1e-6 && (pair[1] - 0.5).abs() < 1e-6);
        }
        let silenced = model.look(&[1.0, 0.0, 0.0, 1.0, -1.0, 0.5], &[0]).unwrap();
        assert_eq!(silenced.prediction, [0.0; 6]);
        assert!(model.look(&[1.0], &[]).is_err());
    }

    #[test]
    fn damaged_files_are_refused() {
        let (header, data) = mean_of_tokens();
        let good = file(&header, &data);
        for cut in [0, 7, 8, 20, good.len() - 1] {
            assert_eq!(
                PlainModel::from_safetensors(&good[..cut]).err(),
                Some(DAMAGED)
            );
        }
        let changed = |change: &dyn Fn(&mut Value)| {
            let mut header = header.clone();
            change(&mut header);
            PlainModel::from_safetensors(&file(&header, &data)).err()
        };
        assert_eq!(changed(&|_| {}), None);
        let is_refused = |change: &dyn Fn(&mut Value)| assert!(changed(change).is_some());
        is_refused(&|h| h["query"]["dtype"] = "F16".into());
        is_refused(&|h| h["query"]["data_offsets"] = serde_json::json!([0, u64::MAX]));
        is_refused(&|h| h["query"]["shape"] = serde_json::json!([1, 4]));
        is_refused(&|h| h["__metadata__"] = Value::Null);
        is_refused(&|h| {
            h.as_object_mut().unwrap().remove("key");
        });
        let mut infinite = data.clone();
        infinite[4] = f32::INFINITY;
        assert!(PlainModel::from_safetensors(&file(&header, &infinite)).is_err());
    }
}

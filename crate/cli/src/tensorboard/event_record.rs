//! Records of TensorBoard's event files: messages of the protocol buffer `tensorflow.Event`, each framed as
//! a TFRecord. Only what a learning curve needs. Not by `prost` and the schema: it is six fields.
//!
//! ```text
//! Event   { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
//! Summary { repeated Value value = 1; }
//! Value   { string tag = 1; float simple_value = 2; }
//! record  : u64 length, u32 masked CRC-32C of it, message, u32 masked CRC-32C of that; little-endian
//! ```

/// The first record of every event file.
pub fn version_record(wall_time: f64) -> Vec<u8> {
    let mut event = Message::default();
    event.double(1, wall_time);
    event.bytes(3, b"brain.Event:2");
    record(&event.0)
}

/// The record of named values at a step.
pub fn scalars_record(wall_time: f64, step: u32, values: &[(&str, f32)]) -> Vec<u8> {
    let mut summary = Message::default();
    for (tag, number) in values {
        let mut value = Message::default();
        value.bytes(1, tag.as_bytes());
        value.float(2, *number);
        summary.bytes(1, &value.0);
    }
    let mut event = Message::default();
    event.double(1, wall_time);
    event.varint(2, step.into());
    event.bytes(5, &summary.0);
    record(&event.0)
}

/// A message framed as a TFRecord.
fn record(message: &[u8]) -> Vec<u8> {
    let length = (message.len() as u64).to_le_bytes();
    let mut record = length.to_vec();
    record.extend(masked_checksum(&length).to_le_bytes());
    record.extend(message);
    record.extend(masked_checksum(message).to_le_bytes());
    record
}

/// The CRC-32C of `bytes`, changed so that a checksum of bytes with checksums in them is none too.
fn masked_checksum(bytes: &[u8]) -> u32 {
    let checksum = crc32c::crc32c(bytes);
    checksum.rotate_right(15).wrapping_add(0xa282_ead8)
}

/// A message of protocol buffers, field after field.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    /// A field's number and how its value is encoded.
    fn key(&mut self, field: u64, encoding: u64) {
        self.raw_varint(field << 3 | encoding);
    }

    fn varint(&mut self, field: u64, value: u64) {
        self.key(field, 0);
        self.raw_varint(value);
    }

    fn double(&mut self, field: u64, value: f64) {
        self.key(field, 1);
        self.0.extend(value.to_le_bytes());
    }

    fn bytes(&mut self, field: u64, value: &[u8]) {
        self.key(field, 2);
        self.raw_varint(value.len() as u64);
        self.0.extend(value);
    }

    fn float(&mut self, field: u64, value: f32) {
        self.key(field, 5);
        self.0.extend(value.to_le_bytes());
    }

    /// Seven bits a byte, the lowest first; the high bit says that more follow.
    fn raw_varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

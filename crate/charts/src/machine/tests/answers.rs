//! What a machine says, on its line of numbers and beyond it.

use super::*;

/// A machine that says this, where 1.1 is true: the mean is 1 and the standard deviation 0.26.
fn saying(says: f32) -> Machine {
    answering(says, 1.1)
}

fn answering(says: f32, truth: f32) -> Machine {
    let mut machine = min_max(&[[0.1, 0.6, 0.3, 0.0]], &[]);
    let MachineAnswer::Number { scale, .. } = machine.answer else {
        panic!("a number")
    };
    machine.answer = MachineAnswer::Number {
        says: says.into(),
        truth: truth.into(),
        scale,
    };
    machine
}

/// The shapes of the answer: the centre of its disc, and the corners of its arrow.
fn mark(machine: &Machine, frame: Frame) -> (Option<Position>, Option<Vec<Position>>) {
    let drawing = machine.draw(frame);
    let (mut disc, mut arrow) = (None, None);
    for (group, shape) in drawing.groups_of_shapes() {
        match shape {
            _ if group.is_none_or(|group| group.name != "answer") => {}
            Shape::Disc(at, ..) => disc = Some(*at),
            Shape::Fill(corners, _) => arrow = Some(corners.clone()),
            _ => {}
        }
    }
    (disc, arrow)
}

fn notes(machine: &Machine, frame: Frame) -> Vec<String> {
    let drawing = machine.draw(frame);
    let texts = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) if text.text.contains("off the scale") => Some(text.text.clone()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn an_answer_on_the_line_is_a_disc_and_one_beyond_it_an_arrow_at_its_end() {
    let layout = Layout::of(&saying(1.3), FRAME);
    let (disc, arrow) = mark(&saying(1.3), FRAME);
    assert!(disc.is_some_and(|(x, _)| x > layout.left && x < layout.right));
    assert!(arrow.is_none() && notes(&saying(1.3), FRAME).is_empty());
    assert!(!saying(1.3).summary().contains("scale"));
    for (says, end) in [(2.5, layout.right), (-0.5, layout.left)] {
        let machine = saying(says);
        let (disc, arrow) = mark(&machine, FRAME);
        assert_eq!(disc, None);
        let corners = arrow.unwrap();
        assert_eq!(corners[0], (end, layout.answer));
        // It points outwards.
        let inwards = |corner: &Position| (corner.0 - end).abs() > 5.0;
        assert!(corners[1..].iter().all(inwards), "{corners:?}");
        assert_eq!(notes(&machine, FRAME).len(), 1);
        let spots = machine.draw(FRAME).spots;
        let text = &spots.last().unwrap().text;
        assert!(text.ends_with(", off the scale"), "{text}");
        assert!(machine.summary().contains(text), "{}", machine.summary());
    }
    // A run that says no number has neither.
    let (disc, arrow) = mark(&saying(f32::NAN), FRAME);
    assert!(disc.is_none() && arrow.is_none());
    let words = saying(f32::NAN).answer.words();
    assert_eq!(words, "says no number: the run has diverged");
}

#[test]
fn the_note_leaves_out_the_comparison_where_it_has_no_room() {
    let narrow = Frame {
        width: 320.0,
        ..FRAME
    };
    let machine = saying(93.2);
    assert_eq!(
        notes(&machine, FRAME),
        ["arrow: off the scale; always saying 1.00 is off by about 0.26"]
    );
    assert_eq!(notes(&machine, narrow), ["arrow: off the scale"]);
    // Nor does what can be seen from both numbers.
    let narrowest = Frame {
        width: 260.0,
        ..FRAME
    };
    let drawing = saying(-2.1e7).draw(narrowest);
    let is_short = |shape: &Shape| matches!(shape, Shape::Text(text) if text.text == "says −2.10 × 10⁷, truth 1.10");
    assert!(drawing.shapes.iter().any(is_short));
}

#[test]
fn large_numbers_are_powers_of_ten() {
    assert_eq!(
        saying(-2.1e7).answer.words(),
        "says −2.10 × 10⁷, truth 1.10: off by 2.10 × 10⁷, off the scale"
    );
    assert_eq!(
        saying(93.2).answer.words(),
        "says 93.20, truth 1.10: off by 92.10, off the scale"
    );
}

#[test]
fn the_truth_is_never_beyond_the_line() {
    for truth in [4.0, -4.0] {
        let machine = answering(1.0, truth);
        let layout = Layout::of(&machine, FRAME);
        let end = if truth > 0.0 {
            layout.right
        } else {
            layout.left
        };
        let spots = machine.draw(FRAME).spots;
        assert!((spots.last().unwrap().x - end).abs() < 1e-6);
        assert!(notes(&machine, FRAME).is_empty());
    }
}

//! `headcount plot`.

use serde_json::{Value, json};

use crate::test_directory::{TestDirectory, engine_name, experiment};

#[test]
fn a_figure_shows_the_chosen_runs() {
    let mut several = experiment(6, &[0, 1]);
    several["grid"]["T"] = json!([6, 9]);
    let farthest = json!({
        "task": { "kind": "farthest", "d": 4 },
        "grid": { "h": [1, 2], "T": [5], "w": [1, 2] },
        "recipe": { "steps": 2, "batch": 4, "trainSequences": 8, "validationSequences": 8, "curvePoints": 2 },
    });
    let directory = TestDirectory::new()
        .with_json("e.json", &several)
        .with_json("f.json", &farthest);
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    assert_eq!(directory.run("run f.json -o f-o.json").code, Some(0));

    let output = directory.run("plot o.json -o figure.svg");
    assert_eq!(
        (output.code, output.stdout.as_str()),
        (Some(0), ""),
        "{}",
        output.stderr
    );
    assert!(
        output
            .stderr
            .contains("(6, 9): drawn is T = 6; --T chooses")
    );
    let svg = directory.text("figure.svg");
    assert!(svg.starts_with("<svg width=\"720\" height=\"440\"") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<circle").count(), 3);
    // The vertical line at D: dashed, at the x of its label.
    let label = svg.find(">D = 2 targets<").unwrap();
    let x = svg[..label].rsplit_once("<text x=\"").unwrap().1;
    let x = x.split_once('"').unwrap().0;
    let ends = ["x1", "x2"].map(|end| format!(" {end}=\"{x}\""));
    let is_at_label =
        |line: &&str| line.starts_with("<line") && ends.iter().all(|end| line.contains(end));
    let is_dashed = |line: &&str| is_at_label(line) && line.contains("stroke-dasharray=");
    assert_eq!(svg.lines().filter(is_dashed).count(), 1, "{svg}");
    let engine = engine_name();
    let caption = format!("max-sum · D = 2 · T = 6 · n = 4 · N = 8 · 2 seeds · {engine}");
    assert!(svg.contains(&caption), "{svg}");

    // The other T, to standard output.
    let output =
        directory.run("plot o.json --T 9 --chart learning --dark --width 300 --height 200");
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    assert!(
        output
            .stdout
            .starts_with("<svg width=\"300\" height=\"200\"")
    );
    assert!(output.stdout.contains("T = 9") && output.stdout.contains("h = 3"));

    // Paper 2's tasks have no D.
    let output = directory.run("plot f-o.json --w 2");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert_eq!(output.stdout.matches("<circle").count(), 2);
    assert!(!output.stdout.contains("D = ") && output.stdout.contains("w = 2"));

    for (line, reason) in [
        ("o.json --T 7", "--T is \"7\", but must be one of 6, 9."),
        ("o.json --w 1", "this experiment's grid has no w"),
        (
            "o.json --width 3",
            "a whole number from 160 to 8192, or from 40mm to 600mm",
        ),
        ("o.json --width 20mm", "--width is \"20mm\", but must be"),
        (
            "o.json --width 85mm --height 200",
            "must both be in pixels or both in mm",
        ),
        ("o.json --width 85mm --font-size 2", "a number from 4 to 48"),
        ("e.json", "e.json holds no outcomes"),
    ] {
        let output = directory.run(&format!("plot {line}"));
        assert_eq!(
            (output.code, output.stdout.as_str()),
            (Some(1), ""),
            "{line}"
        );
        assert!(output.stderr.contains(reason), "{line}: {}", output.stderr);
    }
}

#[test]
fn a_figure_of_widths_has_every_width_on_its_axis() {
    let mut several = experiment(6, &[0]);
    several["grid"]["N"] = json!([4, 8, 16]);
    let directory = TestDirectory::new().with_json("e.json", &several);
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    let output = directory.run("plot o.json --chart width --format csv");
    assert_eq!(
        (output.code, output.stderr.as_str()),
        (Some(0), ""),
        "{}",
        output.stderr
    );
    // A row for each of three numbers of heads and three widths, below the names.
    let rows = output.stdout.lines().skip(1);
    let widths: Vec<&str> = rows.filter_map(|row| row.split(',').nth(3)).collect();
    assert_eq!(widths, ["4", "8", "16"].repeat(3), "{}", output.stdout);
    let output = directory.run("plot o.json --chart width --N 8");
    assert!(
        output
            .stderr
            .contains("--N is \"8\", but must be left out: this chart shows every width.")
    );
}

#[test]
fn a_figure_for_a_paper_has_its_size_letters_colours_and_format() {
    let mut several = experiment(6, &[0, 1, 2]);
    several["grid"]["T"] = json!([6, 9]);
    let directory = TestDirectory::new().with_json("e.json", &several);
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    let plot = |options: &str| {
        let output = directory.run(&format!("plot o.json {options}"));
        assert_eq!(
            (output.code, output.stderr.as_str()),
            (Some(0), ""),
            "{options}"
        );
        output.stdout
    };
    let svg = plot(
        "--T all --width 85mm --font serif --theme grey --hide zones,dimension,band --no-caption",
    );
    assert!(
        svg.starts_with("<svg width=\"85mm\" height=\"62mm\""),
        "{svg}"
    );
    assert!(svg.contains("font-family=\"Times New Roman"));
    assert!(svg.contains("<g id=\"lines-T-6\">") && svg.contains("<g id=\"lines-T-9\">"));
    for hidden in ["zones", "line-at-D", "caption", "<polygon points=\"\""] {
        assert!(!svg.contains(hidden), "{hidden}");
    }
    let slide = plot("--T 9 --width 254mm --height 142.875mm --font-size 16 --theme dark");
    assert!(slide.starts_with("<svg width=\"254mm\" height=\"142.88mm\" viewBox=\"0 0 540 "));
    assert!(slide.contains("fill=\"#181B22\"") && slide.contains("max-sum · D = 2 · T = 9"));

    // The format is that of the file's ending, unless another is asked for.
    plot("--T all --width 175mm -o figure.pdf");
    let pdf = directory.text("figure.pdf");
    assert!(pdf.starts_with("%PDF-1.4\n") && pdf.ends_with("%%EOF\n"));
    assert!(pdf.contains("/MediaBox [0 0 496.06 249.45]"), "{pdf}");
    plot("--T all -o values.csv");
    let csv = directory.text("values.csv");
    assert!(csv.starts_with("line,kind,T,h,rank,median,min,max,seeds,diverged\n"));
    assert_eq!(csv.lines().count(), 1 + 2 * 3);
    assert!(
        csv.lines().skip(1).all(|line| line.ends_with(",3,0")),
        "{csv}"
    );
    // One figure may replace another, of whatever format.
    plot("--T 6 --format svg -o values.csv");
    assert!(directory.text("values.csv").starts_with("<svg"));
    let output = directory.run("plot o.json --T 6 -o e.json");
    assert!(output.stderr.contains("holds something else than a figure"));
}

#[test]
fn a_plot_of_paper_2_has_ranks_below_powers_of_two() {
    let recorded = std::fs::read_to_string("../../www/content/recorded/farthest.json");
    let recorded: Value = serde_json::from_str(&recorded.unwrap()).unwrap();
    let directory = TestDirectory::new().with_json("farthest.json", &recorded);
    let output = directory.run("plot farthest.json");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let svg = output.stdout;
    assert!(svg.contains(">attention heads h, and the rank of each<"));
    assert!(svg.contains(">error on unseen data (mean squared distance)<"));

    // Every text with its place: (x, y, text).
    let level = svg
        .split("<text ")
        .skip(1)
        .filter(|text| !text.contains("rotate"));
    let texts = level.map(|text| {
        let attribute = |start: &str| -> f64 {
            let value = text.split_once(start).unwrap().1;
            value.split_once('"').unwrap().0.parse().unwrap()
        };
        let content = text.split_once('>').unwrap().1;
        let content = content.split_once('<').unwrap().0.trim();
        (attribute("x=\""), attribute("y=\""), content)
    });
    let texts: Vec<(f64, f64, &str)> = texts.collect();
    // The numbers to the right of a name, as they stand from left to right.
    let row = |name: &str| -> Vec<(f64, &str)> {
        let (_, height, _) = texts.iter().find(|text| text.2 == name).unwrap();
        let row = texts.iter().filter(|text| text.1 == *height);
        let row = row.filter(|text| text.2 != name);
        let mut row: Vec<_> = row.map(|text| (text.0, text.2)).collect();
        row.sort_by(|a, b| a.0.total_cmp(&b.0));
        row
    };
    let (heads, ranks) = (row("h"), row("rank"));
    let numbers = |row: &[(f64, &str)]| row.iter().map(|of| of.1.to_owned()).collect::<Vec<_>>();
    assert_eq!(numbers(&heads), ["1", "2", "4"]);
    assert_eq!(numbers(&ranks), ["16", "8", "4"]);
    let distances: Vec<f64> = heads.windows(2).map(|of| of[1].0 - of[0].0).collect();
    // Coordinates have two decimals.
    assert!(
        distances.iter().all(|of| (of - distances[0]).abs() <= 0.02),
        "{distances:?}"
    );
    assert!(heads.iter().zip(&ranks).all(|(h, rank)| h.0 == rank.0));
}

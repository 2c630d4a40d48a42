//! How a figure is drawn: its size, letters, colours, parts and format, as the page's export dialog has
//! them. What it shows, the commands choose (`plot.rs`, `random_heads.rs`); `figure_file.rs` writes it.

use std::path::{Path, PathBuf};

use charts::{Font, Frame, Part, Theme};
use clap::ValueEnum;

use crate::error::CliError;
use crate::number_option::{NumberOption, number, whole_number};

/// The options of a figure.
#[derive(Clone, clap::Args)]
pub struct FigureOptions {
    /// Width in pixels, from 160 to 8192, or as printed, from 40mm to 600mm.
    #[arg(long, allow_hyphen_values = true, default_value = "720")]
    width: String,
    /// Height in pixels or millimetres, as the width; by default 440, or what suits the printed width.
    #[arg(long, allow_hyphen_values = true)]
    height: Option<String>,
    /// Size of the letters of a printed figure in points, from 4 to 48.
    #[arg(long, allow_hyphen_values = true, default_value = "8", value_parser = number(4.0..=48.0))]
    font_size: NumberOption<f64>,
    /// Letters.
    #[arg(long, value_enum, default_value = "sans")]
    font: FontOption,
    /// A font file for the letters of a PNG, TrueType or OpenType; by default fonts of this computer.
    #[arg(long, value_name = "FILE")]
    pub font_file: Option<PathBuf>,
    /// Dots per inch of a PNG, from 72 to 1200: 300 by default where the figure has a printed size, else a
    /// pixel is a dot.
    #[arg(long, allow_hyphen_values = true, value_parser = whole_number(72..=1200))]
    dpi: Option<NumberOption<u32>>,
    /// Colours.
    #[arg(long, value_enum, default_value = "light")]
    theme: ThemeOption,
    /// The same as --theme dark.
    #[arg(long, conflicts_with = "theme")]
    dark: bool,
    /// Format; by default that of the output file's ending, or SVG.
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Parts to leave out.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PARTS")]
    hide: Vec<PartOption>,
    /// Also draw the paper's own values, where it has some for the experiment.
    #[arg(long)]
    pub paper: bool,
    /// Leave out the caption below the figure.
    #[arg(long)]
    pub no_caption: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FontOption {
    /// Without serifs.
    Sans,
    /// With serifs.
    Serif,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeOption {
    /// Colours on white.
    Light,
    /// Greys on white.
    Grey,
    /// Light lines on a dark background.
    Dark,
}

#[derive(Clone, Copy, ValueEnum)]
enum PartOption {
    /// The line at D.
    Dimension,
    /// The shades of too few and enough heads.
    Zones,
    /// The spread over seeds.
    Band,
}

/// The format of a figure.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For browsers and drawing programs.
    Svg,
    /// For papers.
    Pdf,
    /// For programs that take pixels alone.
    Png,
    /// The values that are drawn.
    Csv,
}

/// Dots per inch of a printed PNG that is not given any.
const USUAL_DOTS: f64 = 300.0;

/// CSS pixels of an inch.
const CSS_DOTS: f64 = 96.0;

/// A length of the command line: in pixels or in millimetres.
#[derive(Clone, Copy)]
enum Length {
    Pixels(f64),
    Millimetres(f64),
}

impl Length {
    fn read(option: &str, text: &str) -> Result<Self, String> {
        let inside = |number: &str, low: f64, high: f64| {
            let number: Option<f64> = number.trim().parse().ok();
            number.filter(|number| (low..=high).contains(number))
        };
        let length = match text.strip_suffix("mm") {
            Some(number) => inside(number, 40.0, 600.0).map(Length::Millimetres),
            None => inside(text, 160.0, 8192.0)
                .filter(|pixels| pixels.fract() == 0.0)
                .map(Length::Pixels),
        };
        length.ok_or_else(|| {
            format!(
                "--{option} is {text:?}, but must be a whole number from 160 to 8192, or from 40mm to 600mm."
            )
        })
    }
}

impl FigureOptions {
    /// The frame of the figure.
    pub fn frame(&self) -> Result<Frame, CliError> {
        let points = self.font_size.clone()?;
        let height = self.height.as_deref();
        let height = height
            .map(|text| Length::read("height", text))
            .transpose()?;
        let frame = match (Length::read("width", &self.width)?, height) {
            (Length::Millimetres(width), None) => {
                Frame::printed(width, Frame::usual_height(width), points)
            }
            (Length::Millimetres(width), Some(Length::Millimetres(height))) => {
                Frame::printed(width, height, points)
            }
            (Length::Pixels(width), None) => Frame {
                width,
                ..Frame::default()
            },
            (Length::Pixels(width), Some(Length::Pixels(height))) => Frame {
                width,
                height,
                ..Frame::default()
            },
            _ => {
                return Err("--width and --height must both be in pixels or both in mm."
                    .to_string()
                    .into());
            }
        };
        let theme = match self.theme {
            _ if self.dark => Theme::Dark,
            ThemeOption::Light => Theme::Light,
            ThemeOption::Grey => Theme::Grey,
            ThemeOption::Dark => Theme::Dark,
        };
        let font = match self.font {
            FontOption::Sans => Font::Sans,
            FontOption::Serif => Font::Serif,
        };
        Ok(Frame {
            theme,
            font,
            ..frame
        })
    }

    /// The frame in the pixels of a PNG, and its dots per inch; none where a pixel of the frame is one of
    /// the file. Refuses options that no other format has.
    pub fn dots(&self, frame: Frame, format: Format) -> Result<(Frame, Option<f64>), CliError> {
        if format != Format::Png {
            let given = [
                ("dpi", self.dpi.is_some()),
                ("font-file", self.font_file.is_some()),
            ];
            return match given.iter().find(|(_, is_given)| *is_given) {
                Some((name, _)) => {
                    Err(format!("--{name} is for PNG alone: add --format png.").into())
                }
                None => Ok((frame, None)),
            };
        }
        let dpi = self.dpi.clone().transpose()?.map(f64::from);
        let dots = dpi.or(frame.millimetres.map(|_| USUAL_DOTS));
        Ok(match (dots, frame.millimetres) {
            (Some(dots), Some(_)) => (frame.with_dots_per_inch(dots), Some(dots)),
            (Some(dots), None) => {
                let scale = dots / CSS_DOTS;
                (Frame { scale, ..frame }, Some(dots))
            }
            (None, _) => (frame, None),
        })
    }

    /// The parts that are left out.
    pub fn hidden(&self) -> impl Iterator<Item = Part> {
        self.hide.iter().map(|part| match part {
            PartOption::Dimension => Part::Dimension,
            PartOption::Zones => Part::Zones,
            PartOption::Band => Part::Band,
        })
    }

    /// The format: as asked for, or as the output file is called.
    pub fn format(&self, output: Option<&Path>) -> Format {
        let ending = output.and_then(Path::extension);
        let of_ending = match ending.and_then(|ending| ending.to_str()) {
            Some("pdf") => Format::Pdf,
            Some("png") => Format::Png,
            Some("csv") => Format::Csv,
            _ => Format::Svg,
        };
        self.format.unwrap_or(of_ending)
    }
}

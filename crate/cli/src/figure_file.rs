//! A chart into a file, or printed: in the format and the frame that the options of a figure ask for.

use std::path::Path;

use charts::{Chart, Frame, PngError, pdf, png, svg};

use crate::error::CliError;
use crate::figure_options::{FigureOptions, Format};
use crate::files::{has_content, print_bytes, read_bytes, write_bytes, write_output};
use crate::fonts::fonts;

/// What helps where a computer has no font.
const ABOUT_FONTS: &str = "Install one, such as DejaVu Sans, or name a file with --font-file; SVG and \
                           PDF need none.";

/// Where a figure goes, and how it is written.
pub struct FigureFile<'a> {
    options: &'a FigureOptions,
    output: Option<&'a Path>,
    format: Format,
    frame: Frame,
    /// Dots per inch of a PNG that has a size in inches.
    dots: Option<f64>,
}

impl<'a> FigureFile<'a> {
    /// Refuses options that do not fit together, and an output file that holds something else: before
    /// anything is computed or read.
    pub fn of(options: &'a FigureOptions, output: Option<&'a Path>) -> Result<Self, CliError> {
        let frame = options.frame()?;
        let format = options.format(output);
        let (frame, dots) = options.dots(frame, format)?;
        if let Some(output) = output {
            refuse_other_content(output)?;
        }
        Ok(Self {
            options,
            output,
            format,
            frame,
            dots,
        })
    }

    /// Writes a chart, without the parts that are to be left out.
    pub fn write(&self, chart: &mut dyn Chart, caption: &str) -> Result<(), CliError> {
        for part in self.options.hidden() {
            chart.show(part, false);
        }
        let caption = match self.options.no_caption {
            true => "",
            false => caption,
        };
        let (chart, frame) = (&*chart, self.frame);
        let text = match self.format {
            Format::Svg => svg(chart, frame, caption, "").map_err(|error| error.to_string())?,
            Format::Pdf => pdf(chart, frame, caption, ""),
            Format::Csv => chart.csv(),
            Format::Png => {
                let fonts = fonts(self.options.font_file.as_deref(), frame.font)?;
                let file = png(chart, frame, caption, "", &fonts, self.dots);
                let file = file.map_err(|error| match error {
                    PngError::NoFont => format!("{error} {ABOUT_FONTS}"),
                    _ => error.to_string(),
                })?;
                return match self.output {
                    Some(path) => write_bytes(path, &file),
                    None => print_bytes(&file),
                };
            }
        };
        write_output(self.output, text.trim_end())
    }
}

/// A figure may replace an earlier figure, but nothing else: it can be drawn again, outcomes take hours.
fn refuse_other_content(output: &Path) -> Result<(), CliError> {
    let beginnings: [&[u8]; 5] = [
        b"<svg",
        b"%PDF-",
        b"\x89PNG",
        b"line,kind,T,h,",
        b"line,d,heads,",
    ];
    if !has_content(output) {
        return Ok(());
    }
    let content = read_bytes(output)?;
    if beginnings.iter().any(|of| content.starts_with(of)) {
        return Ok(());
    }
    let name = output.display();
    Err(format!("{name} holds something else than a figure: name another file.").into())
}

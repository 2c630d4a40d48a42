// A link as a QR code, on a canvas. What the code is made of is the business of the package uqr.
import { encode } from 'uqr';

/** Pixels of the canvas for each square: printed squares stay sharp. */
const SQUARE = 6;

/** @param {HTMLCanvasElement} canvas @param {string} text */
export function drawQrCode(canvas, text) {
  // Four squares of nothing around it, as the standard asks for; a quarter of it may be lost to ink and folds.
  const { data, size } = encode(text, { ecc: text.length < 300 ? 'Q' : 'L', border: 4 });
  canvas.width = size * SQUARE;
  canvas.height = size * SQUARE;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) context.fillRect(x * SQUARE, y * SQUARE, SQUARE, SQUARE);
    });
  });
}

const wide =
  /[\u{1100}-\u{115F}\u{2E80}-\u{A4CF}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}]|\p{Emoji_Presentation}/u
const joined = /\p{M}/u

/** How many columns of a terminal a printable text takes: two for a Chinese, Japanese or Korean character, none for an accent on the one before. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += joined.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

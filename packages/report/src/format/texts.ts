const wide =
  /[\u{1100}-\u{115F}\u{2E80}-\u{A4CF}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}]|\p{Emoji_Presentation}/u
const joined = /\p{M}/u
const longestLine = 240

/**
 * Makes a text from outside safe for a terminal and its reader: replaces control characters, invisible characters such as those that turn the direction of
 * writing, and line separators.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`
  })
}

/**
 * Takes their power from what GitHub Actions, Azure Pipelines and TeamCity would read as commands in a printed text, which may quote names and responses from
 * outside: `::error::`, `##[error]`, `##vso[`, `##teamcity[`.
 */
export function withoutCommands(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const isRead = env['GITHUB_ACTIONS'] === 'true' || env['TF_BUILD'] !== undefined || env['TEAMCITY_VERSION'] !== undefined
  return isRead ? text.replaceAll(/^(\s*:):/gm, '$1 :').replaceAll(/##(?=\w*\[)/g, '# #') : text
}

/**
 * Writes plain data as JSON, with characters escaped that could affect a terminal, its reader or a CI; parsing gives the same data.
 *
 * @param indent spaces for each level; 0 writes one line
 */
export function toJson(data: unknown, indent = 0, replacer?: (key: string, value: unknown) => unknown): string {
  // Characters that JSON does not escape by itself, as UTF-16 units, and the second `#` of `##[error]`.
  return JSON.stringify(data, replacer, indent).replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?<=#)#/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
  )
}

/** A text with a capital letter at its beginning. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** The number of terminal columns of a printable text: two for a Chinese, Japanese or Korean character, none for a combining accent. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += joined.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/** Puts a cause, which may quote the output of a command, on one line of bounded length. */
export function inOneLine(cause: string): string {
  const line = cause.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1)}…`
}

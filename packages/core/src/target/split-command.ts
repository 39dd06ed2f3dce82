import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { redactText } from '../base/redact/redact-text.ts'

// A quoted piece, an escaped character, or plain text. A backslash escapes only what would otherwise end or open something, so that
// Windows paths can be written as they are.
const piece = /(\s+)|'([^']*)'|"((?:\\["\\]|[^"])*)"|\\([\s"'\\])|([^\s"'\\]+|\\)|(["'])/gy

/**
 * Splits a command line into the command and its arguments, at spaces outside of quotes; nothing is expanded.
 *
 * In double quotes `\"` and `\\` stand for the second character, single quotes keep everything, and an empty pair is an empty argument.
 *
 * @throws BenchpressError `INVALID_CONFIG` for a quote that is never closed
 */
export function splitCommand(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  for (const [, space, single, double, escaped, plain, unclosed] of text.matchAll(piece)) {
    if (unclosed !== undefined) {
      throw new BenchpressError('INVALID_CONFIG', `the command has a ${unclosed} that is never closed: ${redactText(text)}`, {
        hint: 'close it, or give the command as a list of words',
      })
    }
    if (space === undefined) {
      word = (word ?? '') + (single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? escaped ?? plain ?? '')
    } else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}

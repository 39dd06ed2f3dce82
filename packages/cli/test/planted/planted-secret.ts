import { serialize } from 'node:v8'
import type { SuiteResult } from '@benchpress/core'
import { hidingSecrets, secretVariables } from '@benchpress/core/machines'
import { hideSecrets, keepSecrets } from '@benchpress/core/report'
import { formats } from '@benchpress/report'
import fc from 'fast-check'
import {
  mistakeCount,
  otherTexts,
  printedLines,
  recordedTexts,
  toldOfMistake,
  toldProgress,
} from '../../../core/test/planted/told-texts.ts'
import { takeSecretsOut } from '../../../machines/src/trust/secrets.ts'
import { changedResult } from '../../../report/test/hostile-result.ts'
import { findErrorBody } from '../../../plugin-sse/src/parse/event-reader.ts'
import { captureIo } from '../captured-io.ts'
import { describeError } from '../../src/describe-error.ts'
import { printedResult, type Shown } from '../../src/report/printed-result.ts'
import { repeatCommand } from '../../src/report/repeat-command.ts'
import { printLines } from '../../src/print-lines.ts'

/** A secret, and the texts that it is planted in. */
export interface Planted {
  readonly secret: string
  /** How the secret is written in each text, how often, and how much stands before and after it. */
  readonly texts: readonly { readonly form: number; readonly times: number; readonly before: number; readonly after: number }[]
  readonly result: string
  /** The formats in which the result is written, of which each case has a few. */
  readonly formats: readonly number[]
  readonly chunks: readonly number[]
}

const percent = (text: string): string => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A way in which programs write a secret, and the part of that which depends on nothing but the secret. */
interface Form {
  readonly write: (secret: string) => string
  readonly part: (secret: string) => string
}

function same(write: (secret: string) => string): Form {
  return { write, part: write }
}

/** In base64, between other bytes. */
function inBase64(before = '', after = '', encode = (text: string): string => Buffer.from(text).toString('base64')): Form {
  const [first, length] = [Buffer.byteLength(before), (secret: string): number => Buffer.byteLength(`${before}${secret}`)]
  return {
    write: (secret) => encode(`${before}${secret}${after}`),
    part: (secret) => encode(`${before}${secret}${after}`).slice(Math.ceil((first * 8) / 6), Math.floor((length(secret) * 8) / 6)),
  }
}

const forms: readonly Form[] = [
  same((text) => text),
  same(encodeURIComponent),
  same((text) => encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, (each) => each.toLowerCase())),
  same((text) => new URLSearchParams([['', text]]).toString().slice(1)),
  same(percent),
  same((text) => encodeURIComponent(encodeURIComponent(text))),
  same(escaped),
  same((text) => escaped(escaped(text))),
  same((text) => text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? '')),
  same((text) => Array.from(text, (each) => `&#${each.codePointAt(0)};`).join('')),
  same((text) => text.replaceAll(/[a-z]/g, (each) => each.toUpperCase())),
  inBase64(),
  inBase64('', '', (text) => Buffer.from(text).toString('base64').replaceAll('=', '')),
  inBase64('', '', (text) => Buffer.from(text).toString('base64url')),
  same((text) => encodeURIComponent(Buffer.from(text).toString('base64'))),
  inBase64('ann:'),
  inBase64('anna:'),
  inBase64('{"key":"', '","more":1}'),
]

// Mostly about where texts are cut, and where the text that is searched ends.
const padding = fc.oneof(
  fc.nat(30),
  ...[60, 200, 500, 1000, 2060, 2200, 2500, 4096].map((cut) => fc.integer({ min: Math.max(0, cut - 50), max: cut + 20 })),
)
// What is replaced often makes a text shorter, so that the end of what is searched comes to be shown.
const times = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 150 }) })
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')) },
  { weight: 3, arbitrary: fc.constantFrom(...Array.from('+/=&"\'<>%\\ #?:;,.-_{}[]()!$*@~`^|')) },
  { weight: 1, arbitrary: fc.constantFrom('ä', 'é', '日', '😀', '\t') },
)

const results = ['journeys', 'connections', 'dead-target', 'interrupted', 'sse', 'rate', 'servers']

/** Cases of secrets. One that looks encoded, or has little that can be told from other texts, is none of them. */
export const planted: fc.Arbitrary<Planted> = fc.record({
  secret: fc
    .array(character, { minLength: 12, maxLength: 60 })
    .map((characters) => characters.join('').trim())
    .filter((text) => text.length >= 12 && !/%[\da-f]{2}|&[#\w]+;|\\u/i.test(text) && windowsOf(text).length >= 2),
  texts: fc.array(fc.record({ form: fc.nat(forms.length - 1), times, before: padding, after: padding }), { minLength: 4, maxLength: 8 }),
  result: fc.constantFrom(...results),
  formats: fc.uniqueArray(fc.nat(formats.length - 1), { minLength: 2, maxLength: 2 }),
  chunks: fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 4 }),
})

/** Parts of a form by which it is found: at its beginning, where a text may be cut within it, in its middle, and at its end. */
function windowsOf(form: string): readonly string[] {
  const all = Array.from({ length: Math.max(0, form.length - windowSize + 1) }, (_, index) => form.slice(index, index + windowSize))
  const telling = all.filter((each) => (each.match(/[a-z\d]/gi)?.length ?? 0) >= leastTelling)
  return telling.filter((_, index) => [0, Math.floor(telling.length / 2), telling.length - 1].includes(index))
}

/** The parts of a secret that no output may have, in all forms. */
export function partsOf(secret: string): readonly string[] {
  return [...new Set(forms.flatMap(({ part }) => windowsOf(part(secret))))]
}

const windowSize = 10
const leastTelling = 8

/** Plants the secret, and returns the outputs that have a part of it, each with what was found. */
export async function leaks({ secret, texts, ...others }: Planted): Promise<readonly string[]> {
  const plants = texts.map(({ form, times: often, before, after }) => {
    const written = `${forms[form]?.write(secret) ?? ''} `.repeat(often)
    return `${'y'.repeat(before)} ${written}${'z'.repeat(after)}`
  })
  const sought = partsOf(secret)
  const release = keepSecrets([secret])
  try {
    const outputs = await outputsOf(plants, { secret, ...others })
    return outputs.flatMap(([name, output]) => {
      const found = sought.find((each) => output.includes(each))
      return found === undefined ? [] : [`${name}: ${found}`]
    })
  } finally {
    release()
  }
}

type Output = readonly [name: string, text: string]

async function outputsOf(
  plants: readonly string[],
  { secret, result, chunks, formats: some }: Omit<Planted, 'texts'>,
): Promise<readonly Output[]> {
  const told = plants.map(recordedTexts)
  const written = forms.map(({ write }) => write(secret))
  let next = 0
  const suite: SuiteResult = hideSecrets(
    changedResult(result, (text, key) => {
      const turn = next++
      const index = turn % plants.length
      const { reason = '', tag = '', example } = told[index] ?? {}
      if (key === 'reason') return reason
      if (key === 'request' || key === 'expected') return example?.[key] ?? ''
      if (key === 'value') return tag
      // Nothing of it is cut.
      return `${text} ${written[turn % written.length]}`
    }),
  )
  const rendered = await Promise.all(
    formats.filter((_, index) => some.includes(index)).map(async (format) => [format.name, await format.render(suite, {})] as const),
  )
  return [
    ...told.flatMap(({ reason, tag, stray, example }) =>
      [reason, tag, stray, JSON.stringify(example)].map((text): Output => ['recorded', text]),
    ),
    ...rendered,
    ...plants.flatMap((text, index): readonly Output[] => {
      const mistake = toldOfMistake(text, (index + text.length) % mistakeCount)
      return [
        ['target', printedLines(`${text}\nnext ${text}`, chunks)],
        ['progress', JSON.stringify(toldProgress(text))],
        ['sse', findErrorBody(JSON.stringify({ message: text, statusCode: 400 })) ?? ''],
        ...otherTexts(text).map((each): Output => ['other', each]),
        ...(mistake === undefined
          ? []
          : ([
              ['mistake', mistake.message],
              ['stderr', describeError(mistake, false).lines.join('\n')],
            ] as const)),
        ['stderr', describeError(new Error(text), true).lines.join('\n')],
        ['command', repeatCommand(['run', text, '-H', text, `--title=${text}`], { BENCHPRESS_TITLE: text })],
        ...sentTexts(text, secret),
      ]
    }),
    ...printed(suite),
  ]
}

function printed(suite: SuiteResult): readonly Output[] {
  const { io, stdout, stderr } = captureIo({ columns: 100, env: { GITHUB_ACTIONS: 'true' } })
  const files = { written: [], lost: [] }
  const options = { allPercentiles: true, statusCodes: true, presetRun: undefined }
  printLines(
    io.stderr,
    suite.tests.map(({ name }) => name),
  )
  io.stdout.write(printedResult(suite, { output: {} as Shown['output'], options, isAnnounced: false, files }, io))
  return [
    ['stdout', stdout()],
    ['stderr', stderr()],
  ]
}

/** What goes to the broker: shares with the text, or why they are refused, and what an agent tells. */
function sentTexts(text: string, secret: string): readonly Output[] {
  const env = { API_TOKEN: secret }
  const share = {
    url: `http://host/${text}`,
    headers: { accept: text, authorization: `Bearer ${secret}` },
    body: Buffer.from(text),
    [text]: 1,
  }
  let sent: unknown
  try {
    sent = takeSecretsOut(share, { env, secrets: [secret], nameOf: (path) => path.join('.') })
  } catch (error) {
    sent = String(error)
  }
  const heard = hidingSecrets(secretVariables(env))({ type: 'exit', reason: text, names: new Map([[text, new Set([text])]]) })
  // Serialised with one byte or two for each character.
  return [sent, heard].flatMap((data) => {
    const bytes = serialize(data)
    return (['latin1', 'utf8', 'utf16le'] as const).map((encoding): Output => ['broker', bytes.toString(encoding)])
  })
}

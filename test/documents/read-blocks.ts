/** A fenced block of a page. */
export interface Block {
  /** Path of the page, such as `docs/cli.md`. */
  readonly page: string
  /** Number of its first line in the page. */
  readonly line: number
  /** Text after the fence, such as `ts` or `json excerpt`. */
  readonly language: string
  readonly text: string
}

/** The kind of a block, which decides how it is tested. */
export type BlockKind =
  /** A file of the page. */
  | 'file'
  /** A config, which is planned and run. */
  | 'config'
  /** A program, which must end with exit code 0. */
  | 'script'
  /** Tests for Vitest, which must pass. */
  | 'test'
  /** Command lines. */
  | 'commands'
  /** A result file, whole or in parts. */
  | 'result'
  | 'excerpt'
  /** An output or another text, which is only shown. */
  | 'text'
  /** A block of no other kind, which no page may have. */
  | 'unknown'

/** Reads the fenced blocks of a page, in order. */
export function readBlocks(page: string, markdown: string): Block[] {
  return [...markdown.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    page,
    line: markdown.slice(0, index).split('\n').length + 1,
    language: language.trim(),
    text,
  }))
}

/** Finds the kind of a block, by its language and its text. */
export function kindOf({ language, text }: Block): BlockKind {
  const [name = ''] = language.split(' ')
  switch (name) {
    case 'ts':
      return kindOfCode(text)
    case 'json':
      return kindOfJson(language, text)
    case 'csv':
      return 'file'
    case 'sh':
      return 'commands'
    case 'text':
      return 'text'
    default:
      return 'unknown'
  }
}

function kindOfCode(text: string): BlockKind {
  if (/from 'vitest'/.test(text)) return 'test'
  if (/^export default define(?:Config|Suite)\(/m.test(text)) return 'config'
  return nameInComment(text) === undefined ? 'script' : 'file'
}

function kindOfJson(language: string, text: string): BlockKind {
  if (language === 'json excerpt') return 'excerpt'
  const value = JSON.parse(text) as object
  if ('scenarios' in value) return 'config'
  return 'schemaVersion' in value ? 'result' : 'file'
}

/** Name of the file of a block: as its first line says, or by its line number. */
export function fileNameOf(block: Block, kind: BlockKind): string {
  const { language, line, text } = block
  const [extension = '', given] = language.split(' ')
  // A page may show several of these, which are not files.
  if (kind === 'excerpt') return `example-${line}.json`
  if (extension === 'ts') return nameInComment(text) ?? `example-${line}${endings[kind] ?? ''}.ts`
  return given ?? `example-${line}${endings[kind] ?? ''}.${extension}`
}

const endings: Partial<Record<BlockKind, string>> = { config: '.config', test: '.test' }

function nameInComment(text: string): string | undefined {
  return /^\/\/ (\S+\.\w+)\n/.exec(text)?.[1]
}

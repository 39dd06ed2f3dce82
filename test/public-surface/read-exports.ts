import { join } from 'node:path'

/** One name that a module exports. */
export interface Export {
  readonly name: string
  /** Declaration up to the body or the value, in one line, such as `function run(config: Config): Promise<Result>`. */
  readonly declaration: string
  readonly isDocumented: boolean
}

/** Returns the text of a source file. */
export type ReadFile = (path: string) => string

const fromElsewhere = /^(?:type )?\{([^}]*)\} from '([^']+)'/
const declared = /^(?:abstract |async )?(?:class|const|function|interface|type) (\w+)/

/**
 * Reads the exports of a module, including re-exports from other files, sorted by name.
 *
 * @throws Error for an unknown form of export, so that no name is overlooked
 */
export function readExports(path: string, read: ReadFile): Export[] {
  const source = read(path)
  const names = new Set(
    Array.from(source.matchAll(/^export /gm), ({ index }) => namesIn(source.slice(index + 'export '.length), path)).flat(),
  )
  return [...names].toSorted().map((name) => findExport(path, name, read))
}

function namesIn(text: string, path: string): string[] {
  const list = fromElsewhere.exec(text)?.[1]
  if (list !== undefined) return listed(list)
  if (text.startsWith('default ')) return ['default']
  const name = declared.exec(text)?.[1]
  if (name === undefined) throw new Error(`${path}: test/public-surface cannot read "export ${text.split('\n', 1).join()}"`)
  return [name]
}

function listed(list: string): string[] {
  const items = list.split(',').map((item) => item.trim().replace(/^type /, ''))
  return items.filter((item) => item !== '')
}

function findExport(path: string, name: string, read: ReadFile): Export {
  if (name === 'default') return { name, declaration: 'default', isDocumented: true }
  const source = read(path)
  // An overloaded function is declared several times.
  const places = Array.from(source.matchAll(declarationsOf(name)), ({ index }) => index)
  if (places.length > 0) {
    const declaration = places.map((place) => declarationIn(source.slice(place + 'export '.length))).join(', ')
    return { name, declaration, isDocumented: before(source, places[0]).endsWith('*/') }
  }
  for (const [, text = ''] of source.matchAll(/^export ((?:type )?\{[^}]*\} from '[^']+')/gm)) {
    const [, list = '', specifier = ''] = fromElsewhere.exec(text) ?? []
    if (!listed(list).includes(name)) continue
    if (!specifier.startsWith('.')) return { name, declaration: `${name} of ${specifier}`, isDocumented: true }
    return findExport(join(path, '..', specifier), name, read)
  }
  throw new Error(`${path} neither declares nor exports ${name}`)
}

// A comment for the linter may stand between the doc comment and the declaration.
function before(source: string, place: number | undefined): string {
  return source
    .slice(0, place)
    .replace(/(?:\/\/[^\n]*\n)+$/, '')
    .trimEnd()
}

function declarationsOf(name: string): RegExp {
  return new RegExp(`^export (?:abstract |async )?(?:class|const|function|interface|type) ${name}\\b`, 'gm')
}

/** Returns the text up to the body or the value, in one line. */
function declarationIn(text: string): string {
  const value = /^(?:const|type) /.test(text) ? /^ =\s/ : /^(?: \{\n| \{\}|\nexport )/
  return text
    .slice(0, endOf(text, value))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=[(<]) | (?=[)>])|,(?= ?[)>])/g, '')
}

// Braces and equals signs within brackets are those of types and defaults.
function endOf(text: string, end: RegExp): number {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if ('([<'.includes(character)) depth++
    if (')]>'.includes(character) && text.charAt(index - 1) !== '=') depth--
    if (depth === 0 && end.test(text.slice(index, index + 10))) return index
  }
  throw new Error(`"export ${text.split('\n', 1).join()}" has no end`)
}

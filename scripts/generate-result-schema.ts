import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createGenerator } from 'ts-json-schema-generator'

/** A JSON schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>

const core = new URL('../packages/core/', import.meta.url)
const references = '#/definitions/'

/**
 * Makes the JSON schema (draft 2020-12) of a result file from the types of a result, with their doc comments as descriptions: a figure is described once, and
 * editors show the same words as the schema.
 */
export function resultSchema(): Schema {
  const { $schema: _draft7, definitions, ...root } = readTypes()
  const all = definitions as Readonly<Record<string, Schema>>
  const named = Object.entries(all).filter(([name, definition]) => isNamed(name, definition))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:benchpress:result:1',
    title: 'benchpress result',
    ...(writeOut(root, all) as Schema),
    $defs: Object.fromEntries(named.map(([name, definition]) => [nameOf(name), writeOut(definition, all)])),
  }
}

function readTypes(): Schema {
  const generator = createGenerator({
    path: fileURLToPath(new URL('src/result/shape/result.ts', core)),
    tsconfig: fileURLToPath(new URL('tsconfig.json', core)),
    // `tsc` checks the types.
    skipTypeCheck: true,
    topRef: false,
    sortProps: false,
    encodeRefs: false,
  })
  return { ...generator.createSchema('SuiteResult') }
}

// Objects and unions are definitions of their own. Counts, words and base types are written where they are used.
function isNamed(name: string, { type }: Schema): boolean {
  return !name.includes('<') && (type === undefined || type === 'object')
}

/** The name of a definition: the name of its type, without generic parameters and the like. */
function nameOf(type: string): string {
  return type.replace(/(?:Summary|Result)$/, '')
}

function writeOut(part: unknown, definitions: Readonly<Record<string, Schema>>): unknown {
  if (Array.isArray(part)) return part.map((one) => writeOut(one, definitions))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...others } = part as Schema
  const own = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, writeOut(value, definitions)]))
  if (typeof $ref !== 'string') return own
  const name = $ref.slice(references.length)
  const definition = definitions[name]
  if (definition === undefined) throw new Error(`the schema has no definition of ${name}`)
  if (isNamed(name, definition)) return { $ref: `#/$defs/${nameOf(name)}`, ...own }
  const { description: _ofType, ...inPlace } = writeOut(definition, definitions) as Schema
  return { ...inPlace, ...own }
}

if (import.meta.main) writeFileSync(new URL('result.schema.json', core), `${JSON.stringify(resultSchema(), null, 2)}\n`)

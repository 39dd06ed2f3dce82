import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createGenerator } from 'ts-json-schema-generator'
import type { Figure } from '../packages/core/src/model/metrics/figure.ts'
import { figures, type FigureSubject } from '../packages/core/src/model/metrics/figures.ts'

/** A JSON schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>

const core = new URL('../packages/core/', import.meta.url)
const references = '#/definitions/'

/**
 * Makes the JSON schema (draft 2020-12) of a result file from the types of a result, described by their doc comments and by the table of figures.
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
    $defs: Object.fromEntries(named.map(([name, definition]) => [nameOf(name), writeOut(describe(name, definition), all)])),
  }
}

// Whose figures a type has, where their names do not say it.
const subjects: Readonly<Record<string, FigureSubject>> = {
  UsersSummary: 'users',
  IterationCounts: 'iterations',
  ConnectionSummary: 'connections',
  DeliverySummary: 'deliveries',
}

/** Describes the figures of the table, which have no doc comments, by their sentences. */
function describe(type: string, definition: Schema): Schema {
  const subject = subjects[type]
  const known: Readonly<Record<string, Figure>> = subject === undefined ? { ...figures.connections, ...figures.requests } : figures[subject]
  const properties = Object.entries((definition['properties'] ?? {}) as Readonly<Record<string, Schema>>)
  if (properties.length === 0) return definition
  const described = properties.map(([name, property]) => {
    const sentence = known[name]?.sentence
    return [name, property['description'] === undefined && sentence !== undefined ? { ...property, description: `${sentence}.` } : property]
  })
  return { ...definition, properties: Object.fromEntries(described) }
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

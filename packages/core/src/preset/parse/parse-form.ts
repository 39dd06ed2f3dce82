import { resolve } from 'node:path'
import type { FormField } from '../../load/http/request-config.ts'
import { InvalidFlagError, readTextFile, type FlagContext } from '../flag.ts'

/** The fields of a multipart form by their names. */
export type Form = Readonly<Record<string, FormField>>

/**
 * Parses a form given as JSON, or as the path of a JSON file.
 *
 * @throws InvalidFlagError when it cannot be read or is not an object of fields
 */
export function parseForm(text: string, context: FlagContext): Form {
  const isInline = text.trimStart().startsWith('{')
  const form = parseJson(isInline ? text : readTextFile(text, context))
  // The values of a form are never shown, because they can be secrets.
  const shown = isInline ? '' : text
  if (form === undefined) throw new InvalidFlagError('is not valid JSON', { shown })
  if (!isRecord(form)) throw new InvalidFlagError('must be a JSON object of fields, or the path of a file with one', { shown })
  for (const [name, field] of Object.entries(form)) {
    if (!isFormField(field)) {
      throw new InvalidFlagError(`the field "${name}" must be { "type": "text", "value": … } or { "type": "file", "path": … }`, { shown })
    }
  }
  return Object.fromEntries(Object.entries(form as Form).map(([name, field]) => [name, withWholePath(field, context)]))
}

// The config that is used with the flags may be in another folder.
function withWholePath(field: FormField, { cwd }: FlagContext): FormField {
  return field.type === 'file' ? { ...field, path: resolve(cwd, field.path) } : field
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFormField(field: unknown): field is FormField {
  if (!isRecord(field)) return false
  return field['type'] === 'text' ? typeof field['value'] === 'string' : field['type'] === 'file' && typeof field['path'] === 'string'
}

import { encodeForm } from '../../http/encode-form.ts'
import type { FormField } from '../../http/request-config.ts'
import type { FormFiles } from './form-files.ts'
import type { HttpOptions } from './http-options.ts'

/** The body of a request as it is sent. */
export interface RequestBody {
  readonly content: string | Uint8Array
  /** Its content type, where the kind of body says one. */
  readonly type: string | undefined
}

/**
 * Encodes the body that the options of a request ask for; `undefined` when they ask for none. A multipart body is left to {@link encodeMultipart}.
 *
 * @throws TypeError when there is more than one, or one that cannot be sent
 */
export function encodeBody(options: HttpOptions): RequestBody | undefined {
  const { body, json, form, multipart } = options
  const given = Number(body !== undefined) + Number(json !== undefined) + Number(form !== undefined) + Number(multipart !== undefined)
  if (given === 0) return undefined
  if (given > 1) throw new TypeError('a request has one body: give one of "body", "json", "form" and "multipart"')
  if (json !== undefined) return { content: encodeJson(json), type: 'application/json' }
  if (form !== undefined) return { content: encodeFields(form), type: 'application/x-www-form-urlencoded' }
  if (typeof body === 'string' || body instanceof Uint8Array) return { content: body, type: undefined }
  if (body !== undefined) throw new TypeError('"body" is neither a text nor bytes; give data as "json" or "form"')
  return undefined
}

/**
 * Encodes a multipart body with the files in it.
 *
 * @throws Error that names a file that cannot be read
 */
export async function encodeMultipart(fields: NonNullable<HttpOptions['multipart']>, files: FormFiles): Promise<RequestBody> {
  const form: Record<string, FormField> = {}
  for (const [name, field] of Object.entries(fields)) form[name] = typeof field === 'string' ? { type: 'text', value: field } : field
  const request = { method: 'POST', path: '/', headers: {}, body: undefined, form, expect: { status: undefined, body: undefined } }
  const { headers, body } = await encodeForm(request, files.read)
  return { content: body ?? new Uint8Array(), type: headers['content-type'] }
}

function encodeJson(value: unknown): string {
  const text: unknown = JSON.stringify(value)
  if (typeof text !== 'string') throw new TypeError(`"json" is a ${typeof value}, which JSON cannot say`)
  return text
}

function encodeFields(fields: Readonly<Record<string, string | number | boolean>>): string {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) encoded.append(name, String(value))
  return encoded.toString()
}

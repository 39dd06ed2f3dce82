import type { HttpOptions, JourneyExpect, HttpStreamOptions, StreamHandler } from './http-client.ts'
import { encodeFormFields, type FormField, type RequestBody } from '../../http/request-config.ts'
import { isAbsolute, resolve } from 'node:path'
import { isRegExp } from 'node:util/types'
import { showValue } from '../../../base/redact/cut-text.ts'

// The type of each option; `undefined` for those that are checked where they are used.
const known: Readonly<Record<keyof HttpOptions, 'object' | 'string' | 'number' | 'boolean' | undefined>> = {
  headers: 'object',
  query: 'object',
  body: undefined,
  json: undefined,
  form: 'object',
  multipart: 'object',
  auth: 'object',
  expect: 'object',
  name: 'string',
  tags: 'object',
  timeout: undefined,
  redirects: 'number',
  discardBody: 'boolean',
}

const { discardBody: _, multipart: __, ...ofBoth } = known
const knownOfStream: Readonly<Record<keyof HttpStreamOptions, (typeof known)[keyof HttpOptions]>> = { ...ofBoth, method: 'string' }

const expectable: Readonly<Record<keyof JourneyExpect, string>> = {
  status: 'a status or a list of statuses',
  body: 'a text, a pattern or a function',
  json: 'a function',
}

/**
 * Refuses unknown options of a request, such as a body under the name that another library uses, and options of another type, which would check or send
 * something else than was meant.
 *
 * @throws TypeError for such an option
 */
export function checkRequestOptions(options: HttpOptions): void {
  checkTypes(options, known)
  if (options.expect !== undefined) checkExpect(options.expect)
}

function checkTypes(options: HttpOptions, types: Readonly<Record<string, string | undefined>>, of?: string): void {
  for (const key in options) {
    if (!Object.hasOwn(types, key)) refuse(key, types, of)
    const [type, value]: [string | undefined, unknown] = [types[key], options[key as keyof HttpOptions]]
    if (type === undefined || value === undefined || (typeof value === type && value !== null)) continue
    throw new TypeError(`the option "${key}" must be ${type === 'object' ? 'an' : 'a'} ${type} (was ${showValue(value)})`)
  }
}

function checkExpect(expect: JourneyExpect): void {
  for (const key in expect) {
    if (!Object.hasOwn(expectable, key)) refuse(`expect.${key}`, expectable)
    const name = key as keyof JourneyExpect
    const value: unknown = expect[name]
    if (value !== undefined && !isExpectable(name, value))
      throw new TypeError(`expect.${key} must be ${expectable[name]} (was ${showValue(value)})`)
  }
}

function isExpectable(name: keyof JourneyExpect, value: unknown): boolean {
  if (name === 'status') return Array.isArray(value) ? value.every(Number.isInteger) : Number.isInteger(value)
  return typeof value === 'function' || (name === 'body' && (typeof value === 'string' || isRegExp(value)))
}

/**
 * Refuses unknown options of a stream, and an incomplete handler.
 *
 * @throws TypeError for such an option, or a handler that lacks a function
 */
export function checkStreamOptions(options: HttpStreamOptions, handler: StreamHandler): void {
  checkTypes(options, knownOfStream, 'a stream')
  for (const key in options.expect) if (key !== 'status') refuse(`expect.${key}`, { 'expect.status': true }, 'a stream')
  if (options.expect !== undefined) checkExpect(options.expect)
  for (const name of ['onHead', 'onBytes', 'onEnd'] as const) {
    if (typeof handler[name] !== 'function')
      throw new TypeError(`the handler of a stream needs the functions onHead, onBytes and onEnd; ${name} is missing`)
  }
}

function refuse(key: string, among: object, of = 'a request'): never {
  throw new TypeError(`${of} has no option "${key}"; known are ${Object.keys(among).join(', ')}`)
}

/**
 * Encodes the body in the options of a request; `undefined` without a body. A multipart body is left to {@link encodeMultipart}.
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
export async function encodeMultipart(fields: NonNullable<HttpOptions['multipart']>): Promise<RequestBody> {
  const form: Record<string, FormField> = {}
  for (const [name, field] of Object.entries(fields)) form[name] = typeof field === 'string' ? { type: 'text', value: field } : field
  try {
    return await encodeFormFields(form)
  } catch (error) {
    const { path = '', code = String(error) } = error as NodeJS.ErrnoException
    const hint = isAbsolute(path) ? '' : '; a relative path starts at the folder that the test is started in'
    throw Object.assign(new Error(`the file of a form cannot be read: ${resolve(path)} (${code})${hint}`, { cause: error }), { code, path })
  }
}

function encodeJson(value: unknown): string {
  const text: unknown = JSON.stringify(value)
  if (typeof text !== 'string') throw new TypeError(`"json" is a ${typeof value}, which JSON cannot say`)
  return text
}

function encodeFields(fields: NonNullable<HttpOptions['form']>): string {
  const encoded = new URLSearchParams()
  eachField(fields, 'form', (name, text) => encoded.append(name, text))
  return encoded.toString()
}

/**
 * Calls `add` with the texts of fields; a list repeats its name, and `undefined` leaves it out.
 *
 * @throws TypeError that names a value which is no text, number or boolean
 */
export function eachField(
  fields: NonNullable<HttpOptions['query']>,
  of: 'form' | 'query',
  add: (name: string, text: string) => void,
): void {
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (one === undefined) continue
      if (typeof one !== 'string' && typeof one !== 'number' && typeof one !== 'boolean')
        throw new TypeError(`${of}.${name} must be a text, a number or a boolean (was ${showValue(one)})`)
      add(name, String(one))
    }
  }
}

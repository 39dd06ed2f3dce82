import { z } from 'zod'
import { methodOf, type ExpectConfig, type FormField } from '../../load/http/request-config.ts'
import type { RequestConfig, ResolvedExpect, ResolvedRequest } from '../../load/http/request-config.ts'
import { fieldsOf, given } from '../unchecked.ts'
import { addIssues, checkTogether, refuse, strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'
import { pathSchema } from '../fields/url-schema.ts'
import { nameHint } from '../../base/errors/closest-name.ts'
import { redactHeaderLine } from '../../base/redact/redact-text.ts'
import { showValue } from '../../base/redact/cut-text.ts'
import { wholeNumberSchema } from '../fields/quantity-schema.ts'
import { messageOf } from '../../base/errors/benchpress-error.ts'
import { fileSchema } from '../fields/file-schema.ts'
import type { ExpectedBody } from '../../load/http/body-check.ts'

/** A request whose path may still be missing, to be taken from the URL of the target. */
export type PartlyResolvedRequest = Omit<ResolvedRequest, 'path'> & { readonly path: string | undefined }

const bodySchema = z.union(
  [z.string().transform((text) => new TextEncoder().encode(text)), z.instanceof(Uint8Array).transform((bytes) => new Uint8Array(bytes))],
  { error: 'must be a string or a Uint8Array' },
)

/** One request. */
export function requestSchema(context: Pick<ConfigContext, 'cwd' | 'hasCredentials'>): z.ZodType<PartlyResolvedRequest> {
  return strictObject({
    method: methodSchema.optional(),
    path: pathSchema.optional(),
    headers: headersSchema(context).optional(),
    body: bodySchema.optional(),
    json: jsonSchema.optional(),
    form: formSchema(context.cwd).optional(),
    expect: expectSchema.optional(),
  } satisfies Record<keyof RequestConfig, z.ZodType>)
    .check(checkTogether(findProblems))
    .transform(({ method, path, headers = {}, body, json, form, expect }) => ({
      method: methodOf({ method, body, json, form }),
      path,
      headers: json === undefined || hasContentType(headers) ? headers : { ...headers, 'content-type': 'application/json' },
      body: body ?? json,
      form,
      expect: expect ?? { status: undefined, body: undefined },
    }))
}

function findProblems(fields: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const bodies = ['body', 'json', 'form'].filter((key) => fields[key] !== undefined)
  const { headers } = fields
  const problems: FieldsProblem[] = []
  if (bodies.length > 1) problems.push({ message: `${bodies.join(' and ')} cannot be given together`, hint: 'a request has one body' })
  if (fields['form'] !== undefined && hasContentType(fieldsOf(headers))) {
    problems.push({ path: ['headers'], message: 'content-type cannot be given with a form, which names its own boundary' })
  }
  const expected = expectedBodyKey(fields['expect'])
  if (fields['method'] === 'HEAD' && expected !== undefined) {
    problems.push({ path: ['expect', expected], message: 'cannot be expected of HEAD, whose responses have no body' })
  }
  return problems
}

// The input is used, because the fields of the request have been resolved by now.
function expectedBodyKey(expected: unknown): keyof ExpectConfig | undefined {
  const { body } = fieldsOf(expected)
  if (body === undefined) return undefined
  if (body instanceof Uint8Array || typeof body === 'string') return 'body'
  return 'jsonOneOf' in fieldsOf(body) ? 'jsonOneOf' : 'json'
}

function hasContentType(headers: object): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}

const commonMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** An HTTP method, in capitals. */
export const methodSchema: z.ZodType<string, string> = z.string().transform((input, context) => {
  const method = input.toUpperCase()
  if (commonMethods.includes(method)) return method
  // Loaded when needed, because node:http also loads HTTP/2 and fetch, 12 MB of memory that nothing else in this thread needs.
  const methods = process.getBuiltinModule('node:http').METHODS.filter((known) => known !== 'CONNECT')
  if (methods.includes(method)) return method
  if (method === 'CONNECT') return refuse(context, 'CONNECT cannot be tested: it turns the connection into a tunnel')
  const likely = nameHint(method, methods)
  const hint = likely.startsWith('did') ? likely : `known are ${commonMethods.join(', ')} and what else Node.js lists in http.METHODS`
  return refuse(context, `is not a method of HTTP (was ${showValue(input)})`, hint)
})

/** Any value that JSON can represent, as the bytes of its text. */
const jsonSchema: z.ZodType<Uint8Array> = z.unknown().transform((value, context) => {
  const problems = findBodyProblems(value, [], [])
  addIssues(problems, context)
  if (problems.length > 0) return z.NEVER
  try {
    return new TextEncoder().encode(JSON.stringify(value))
  } catch (error) {
    return refuse(context, `cannot be written as JSON: ${messageOf(error)}`)
  }
})

// The value is normalised as in a response: a date becomes a text, and everything can be copied to other threads.
const expectedJsonSchema = jsonSchema.transform((bytes): unknown => JSON.parse(new TextDecoder().decode(bytes)))

const status = wholeNumberSchema(100, 599)

/** The expected response, with bodies as bytes. */
const expectSchema: z.ZodType<ResolvedExpect> = strictObject({
  status: z
    .union([status.transform((one) => [one]), z.array(status).min(1)], { error: 'must be a status from 100 to 599, or a list of them' })
    .optional(),
  body: z.string().optional(),
  json: expectedJsonSchema.optional(),
  jsonOneOf: z.array(expectedJsonSchema).min(1).optional(),
} satisfies Record<keyof ExpectConfig, z.ZodType>)
  .check(
    checkTogether((fields) => {
      const bodies = ['body', 'json', 'jsonOneOf'].filter((key) => fields[key] !== undefined)
      return bodies.length < 2 ? [] : [{ message: `${bodies.join(' and ')} cannot be given together` }]
    }),
  )
  .transform(({ status: accepted, body, json, jsonOneOf }) => ({ status: accepted, body: expectedBody(body, json, jsonOneOf) }))

function expectedBody(body: string | undefined, json: unknown, jsonOneOf: readonly unknown[] | undefined): ExpectedBody | undefined {
  if (jsonOneOf !== undefined) return { jsonOneOf }
  if (json !== undefined) return { json }
  return body === undefined ? undefined : new TextEncoder().encode(body)
}

const token = /^[!#$%&'*+.^_`|~\w-]+$/
const reserved: Readonly<Record<string, string>> = {
  'content-length': 'it is counted from the body',
  'transfer-encoding': 'bodies are sent whole, with their content-length',
  connection: 'connections are kept open; with a workload of connections, reconnectAfter closes them',
}

/** Header fields by name; names are kept as they are written. */
export function headersSchema({ hasCredentials }: Pick<ConfigContext, 'hasCredentials'>): z.ZodType<Record<string, string>> {
  return z
    .record(z.string(), z.string())
    .check(
      checkTogether((headers) => [
        ...Object.entries(headers).flatMap(([name, value]) => findHeaderProblems(name, value)),
        ...findTwins(headers),
        ...(hasCredentials ? findSecondCredentials(headers) : []),
      ]),
    )
}

function findHeaderProblems(name: string, value: unknown): readonly FieldsProblem[] {
  const path = [name]
  const reason = reserved[name.toLowerCase()]
  const problems: FieldsProblem[] = []
  if (!token.test(name)) problems.push({ message: `${showValue(redactHeaderLine(name))} is not a valid header name` })
  if (reason !== undefined) problems.push({ path, message: `cannot be set: ${reason}` })
  // the value is not shown, because it may be a password
  if (typeof value === 'string' && /[\r\n\0]/.test(value)) problems.push({ path, message: 'must not contain line breaks or NUL' })
  return problems
}

function findTwins(headers: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const names = Object.keys(headers)
  return names
    .filter((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index)
    .map((name) => ({ path: [name], message: 'is given twice, in different case' }))
}

function findSecondCredentials(headers: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  return Object.keys(headers)
    .filter((name) => name.toLowerCase() === 'authorization')
    .map((name) => ({
      path: [name],
      message: "cannot be given beside the user and password in the target's URL, which are sent as authorization",
      hint: 'give one of them',
    }))
}

// JSON.stringify leaves out values that it cannot represent, so that a test would silently send something else
function findBodyProblems(value: unknown, path: readonly (string | number)[], parents: readonly object[]): readonly FieldsProblem[] {
  const message = findProblem(value, parents)
  if (message !== undefined) return [{ path, message }]
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return []
  const inner = [...parents, value]
  if (Array.isArray(value)) return value.flatMap((element: unknown, index) => findBodyProblems(element, [...path, index], inner))
  return Object.entries(value).flatMap(([key, element]) => (element === undefined ? [] : findBodyProblems(element, [...path, key], inner)))
}

function findProblem(value: unknown, parents: readonly object[]): string | undefined {
  if (['function', 'symbol', 'bigint', 'undefined'].includes(typeof value))
    return `a value of type ${typeof value} cannot be written as JSON`
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value} cannot be written as JSON`
  if (typeof value !== 'object' || value === null) return undefined
  if (parents.includes(value)) return 'contains itself and cannot be written as JSON'
  return value instanceof Map || value instanceof Set ? `a ${value.constructor.name} cannot be written as JSON` : undefined
}

/**
 * The fields of a multipart form by name; paths of files are made absolute.
 *
 * @param cwd folder that paths are relative to
 */
function formSchema(cwd: string): z.ZodType<Record<string, FormField>> {
  const options = strictObject({ filename: z.string().optional(), contentType: z.string().optional() }).transform(given)
  const file = strictObject({ type: z.literal('file'), path: fileSchema(cwd), options: options.optional() }).transform(
    ({ options: of, ...field }) => ({ ...field, ...given({ options: of }) }),
  )
  const text = strictObject({ type: z.literal('text'), value: z.string() })
  return z.record(z.string(), z.discriminatedUnion('type', [text, file], { error: 'must be "text" or "file"' }))
}

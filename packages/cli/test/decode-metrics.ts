import { createRequire } from 'node:module'

/** One metric as OpenTelemetry's protocol has it. */
export interface DecodedMetric {
  readonly name: string
  readonly unit: string
  readonly kind: 'sum' | 'gauge'
  readonly isMonotonic: boolean
  readonly aggregationTemporality: number
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, string>>
    readonly value: number
    /** Nanoseconds since 1970, as text. */
    readonly start: string
    readonly end: string
  }[]
}

interface Message {
  verify(value: unknown): string | null
  fromObject(value: unknown): unknown
  toObject(message: unknown, options: object): unknown
  encode(message: unknown): { finish(): Uint8Array }
  decode(bytes: Uint8Array): unknown
}

interface Point {
  readonly attributes?: readonly Attribute[]
  readonly asDouble: number
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, string | number>>
}

interface Request {
  readonly resourceMetrics: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string
        readonly unit: string
        readonly sum?: { readonly isMonotonic: boolean; readonly aggregationTemporality: number; readonly dataPoints: readonly Point[] }
        readonly gauge?: { readonly dataPoints: readonly Point[] }
      }[]
    }[]
  }[]
}

// The messages that OpenTelemetry generates from its own definitions; later versions of the package do without them, and cannot decode.
const root = createRequire(import.meta.url)('otlp-messages/build/src/generated/root.js')
const message: Message = root.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest

/**
 * Decodes what a collector of OpenTelemetry received, by OpenTelemetry's own messages.
 *
 * @throws Error when the body is not of the protocol, or has a field that the protocol does not know
 */
export function decodeMetrics(body: Buffer): {
  readonly resource: Readonly<Record<string, string>>
  readonly metrics: readonly DecodedMetric[]
} {
  const sent: unknown = JSON.parse(body.toString())
  const fault = message.verify(message.fromObject(sent))
  if (fault !== null) throw new Error(fault)
  // Once through the binary form, in which a collector would pass it on.
  const passedOn = message.decode(message.encode(message.fromObject(sent)).finish())
  const read = message.toObject(passedOn, { longs: String, defaults: false }) as Request
  refuseLostKeys(sent, read, '')
  const [only] = read.resourceMetrics
  return {
    resource: attributesOf(only?.resource.attributes),
    metrics: (only?.scopeMetrics ?? []).flatMap(({ metrics }) =>
      metrics.map(({ name, unit, sum, gauge }): DecodedMetric => ({
        name,
        unit,
        kind: sum === undefined ? 'gauge' : 'sum',
        isMonotonic: sum?.isMonotonic === true,
        aggregationTemporality: sum?.aggregationTemporality ?? 0,
        points: ((sum ?? gauge)?.dataPoints ?? []).map((point) => ({
          attributes: attributesOf(point.attributes),
          value: point.asDouble,
          start: point.startTimeUnixNano,
          end: point.timeUnixNano,
        })),
      })),
    ),
  }
}

// The decoder drops unknown fields without an error.
function refuseLostKeys(sent: unknown, read: unknown, place: string): void {
  if (typeof sent !== 'object' || sent === null) return
  for (const [key, value] of Object.entries(sent)) {
    const isEmpty = value === null || value === 0 || value === '' || (Array.isArray(value) && value.length === 0)
    const kept: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, key) : undefined
    if (kept === undefined && !isEmpty) throw new Error(`${place}/${key} is not of the protocol`)
    refuseLostKeys(value, kept, `${place}/${key}`)
  }
}

function attributesOf(attributes: readonly Attribute[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))
}

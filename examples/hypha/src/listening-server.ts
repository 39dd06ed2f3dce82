import type { ServiceResponse, ServiceRequest } from './service-request.ts'

/** What makes a response to a request. */
export type Handler = (request: ServiceRequest) => ServiceResponse

/** Where to listen. */
export interface Place {
  readonly host: string
  /** 0 is one that is free. */
  readonly port: number
}

/** A server that listens. */
export interface ListeningServer {
  readonly port: number
  /** Ends it, with all its connections. */
  close(): Promise<void>
}

/** The longest body of a request, in bytes. */
export const bodyLimit: number = 1024 * 1024

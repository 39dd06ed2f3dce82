import type { ServiceResponse, ServiceRequest } from './service-request.ts'

/** Responds to a request. */
export type Handler = (request: ServiceRequest) => ServiceResponse

/** The address to listen on. */
export interface Place {
  readonly host: string
  /** Port; 0 is a free one. */
  readonly port: number
}

/** A server that listens. */
export interface ListeningServer {
  readonly port: number
  /** Closes the server with all its connections. */
  close(): Promise<void>
}

/** The longest body of a request, in bytes. */
export const bodyLimit: number = 1024 * 1024

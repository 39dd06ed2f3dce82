import { type ArgumentsHost, Catch, ConflictException, type ExceptionFilter, type HttpServer } from '@nestjs/common'
import { StoreBusyError } from '../store/auction-store.ts'

/** Responds 409 when a write did not get its turn. */
@Catch(StoreBusyError)
export class StoreBusyFilter implements ExceptionFilter<StoreBusyError> {
  readonly #http: HttpServer

  constructor(http: HttpServer) {
    this.#http = http
  }

  catch(_error: StoreBusyError, host: ArgumentsHost): void {
    const conflict = new ConflictException('Concurrent modification detected')
    this.#http.reply(host.switchToHttp().getResponse(), conflict.getResponse(), conflict.getStatus())
  }
}

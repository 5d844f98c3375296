/** Server-sent events from a body that never ends: the format of the HTML Living Standard, section 9.2. */

export interface ServerEvent {
  event: string;
  data: string;
  id: string;
}

/** A chunk may end inside an event. */
const LINE_END = /\r\n|\n|\r(?!$)/;

/** Takes chunks of text and emits complete events. */
export class EventParser {
  #rest = '';
  #event = '';
  #data: string[] = [];
  #id = '';

  take(piece: string): ServerEvent[] {
    // No chunk of a long event is searched twice.
    if (!piece.includes('\n') && !piece.includes('\r')) {
      this.#rest += piece;
      return [];
    }
    const text = this.#rest + piece;
    // Searching only for the agent's own line ending is much faster.
    const lines = text.split(text.includes('\r') ? LINE_END : '\n');
    this.#rest = lines.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line === '') this.#finish(events);
      else this.#takeLine(line);
    }
    return events;
  }

  #finish(events: ServerEvent[]): void {
    if (this.#data.length > 0)
      events.push({ event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id });
    this.#event = '';
    this.#data = [];
  }

  #takeLine(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
  }
}

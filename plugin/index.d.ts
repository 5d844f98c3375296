/** Types of `gander/plugin`. See docs/plugin-authors.md. */

export type Unit =
  | 'bytes'
  | 'percent'
  | 'second'
  | 'millisecond'
  | 'celsius'
  | 'hertz'
  | 'watt'
  | 'rpm'
  | 'timestamp'
  | 'number';

export interface NumberOptions {
  /** Shown in place of the field's name. */
  title?: string;
  level?: {
    /** Thresholds careful, warning and critical. */
    limits: readonly [careful: number, warning: number, critical: number];
    /** Lower values are worse. */
    lowerIsWorse?: boolean;
    /** Seconds for which a level lasts before it is notified. */
    delay?: number;
  };
}

export interface NumberField {
  readonly kind: 'gauge' | 'counter' | 'constant';
  readonly unit: Unit | null;
  readonly description: string;
  readonly options: NumberOptions;
}
export interface TextField {
  readonly kind: 'text';
  readonly unit: null;
  readonly description: string;
  readonly options: object;
}
export type Fields = Readonly<Record<string, NumberField | TextField>>;

/** What a plugin may use of the machine. `gander plugin test` answers from recorded test cases. */
export interface PluginHost {
  /** The text of a file. Rejects if it cannot be read. */
  readText(path: string): Promise<string>;
  /** Standard output of a program, run without a shell. Rejects for an exit code other than 0. */
  run(argv: readonly string[]): Promise<string>;
  /** A document over HTTP. Rejects for a status other than 2xx. */
  fetchText(url: string): Promise<string>;
}

export interface PluginContext {
  readonly host: PluginHost;
  /** The words of the key `options`, such as `host=localhost`. */
  readonly options: Readonly<Record<string, string>>;
}

/** Null and NaN: there is no number now. */
export type Reading<F extends Fields> = {
  [K in keyof F]?: F[K] extends TextField ? string : number | null;
};

interface Described<F extends Fields> {
  readonly description?: string;
  readonly fields: F;
}

export interface ObjectPlugin<F extends Fields> extends Described<F> {
  readonly shape: 'object';
  create(context: PluginContext): { read(): Reading<F> | null | Promise<Reading<F> | null> };
}

export interface ListPlugin<F extends Fields> extends Described<F> {
  readonly shape: 'list';
  /** The field that names an item. */
  readonly key: keyof F & string;
  create(context: PluginContext): { read(): readonly Reading<F>[] | Promise<readonly Reading<F>[]> };
}

export declare function gauge(unit: Unit | null, description: string, options?: NumberOptions): NumberField;
export declare function counter(unit: Unit | null, description: string, options?: NumberOptions): NumberField;
export declare function constant(
  unit: Unit | null,
  description: string,
  options?: NumberOptions,
): NumberField;
export declare function text(description: string): TextField;
export declare function definePlugin<const F extends Fields>(plugin: ListPlugin<F>): ListPlugin<F>;
export declare function definePlugin<const F extends Fields>(plugin: ObjectPlugin<F>): ObjectPlugin<F>;

/** Used part of `@duckdb/node-api`. */
export interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<DuckDbInstance> };
}

interface DuckDbInstance {
  connect(): Promise<DuckDbConnection>;
  closeSync(): void;
}

export interface DuckDbConnection {
  runAndReadAll(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ getRowObjects(): Record<string, unknown>[] }>;
  closeSync(): void;
}

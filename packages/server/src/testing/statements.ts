import type pg from "pg";

/** For tests: the texts of the statements that connections of the pool are sent from now on; grows with each one. */
export function statementsOf(pool: pg.Pool): string[] {
  const statements: string[] = [];
  const noted = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (noted.has(client)) return;
    noted.add(client);
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
    client.query = ((first: unknown, ...rest: unknown[]) => {
      statements.push(typeof first === "string" ? first : (first as { text: string }).text);
      return query(first, ...rest);
    }) as typeof client.query;
  });
  return statements;
}

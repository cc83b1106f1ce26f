import type { Database } from "@offgrid/server/core/db";

/** So many of the messages have the rare word; every other one has the common word. */
export const rareMessages = 20;

/** Tickets about some containers, of every status, with messages. They are written as rows: people would take years. */
export async function fillTickets(
  pool: Database["pool"],
  { containerIds, tickets, messages }: { containerIds: readonly string[]; tickets: number; messages: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query(
      `insert into ticket (id, container_id, author_id, agent_id, subject, category, priority, status, close_reason,
         created_at, updated_at, closed_at, clock_since, last_seq)
       select 'bench-' || n, ($1::text[])[1 + n % cardinality($1::text[])], person.id,
         case when status in ('Open', 'Inprogress') then person.id end, 'Ticket ' || n || ' about the lights',
         'technical_support', (array['low', 'medium', 'high', 'urgent'])[1 + n % 4], status,
         case when status = 'Closed' then 'solved' end, at, at, case when status = 'Closed' then at end, at, $3::int / $2::int
       from generate_series(1, $2::int) as n
         cross join lateral (select (array['Unassigned', 'Open', 'Inprogress', 'Closed'])[1 + n % 4] as status,
           now() - n * interval '10 minutes' as at) as row
         cross join (select id from app_user order by id limit 1) as person`,
      [containerIds, tickets, messages],
    );
    await client.query(
      `insert into ticket_message (id, ticket_id, seq, author_id, client_id, from_handler, is_internal, text, written_at)
       select 'bench-' || n, 'bench-' || (1 + (n - 1) % $1::int), 1 + (n - 1) / $1::int, person.id, 'bench-' || n,
         n % 3 = 0, n % 5 = 0,
         'Message ' || n || case when n % 2 = 0 then ': the battery was low since the morning' else ': the lamps are dark' end
           || case when n % ($2::int / $3::int) = 0 then ', and the contactor chatters' else '' end,
         now() - n * interval '1 minute'
       from generate_series(1, $2::int) as n cross join (select id from app_user order by id limit 1) as person`,
      [tickets, messages, rareMessages],
    );
    await client.query("reset statement_timeout");
    await client.query("analyze");
  } finally {
    client.release();
  }
}

-- Bytes of each container over the air, as the broker counts them; its metrics network.rx and network.tx come from here.

create table container_traffic (
  container_id text primary key references container on delete cascade,
  -- Since the container was first heard of: what it received, and what it sent.
  down_bytes bigint not null,
  up_bytes bigint not null,
  -- Of these, on the container's local day `day`.
  day date not null,
  day_down_bytes bigint not null,
  day_up_bytes bigint not null,
  -- Up to when they are counted.
  counted_at timestamptz not null
);

-- Controllers no longer report these two themselves.
update container_latest set live_values = live_values - 'network.rx' - 'network.tx';

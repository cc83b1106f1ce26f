-- The picture of the portal, where it has one of its own.
create table portal_logo (
  is_one boolean primary key default true check (is_one),
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null,
  -- Of the bytes: the address of the picture has it, so that a changed one is another address.
  hash text not null
);

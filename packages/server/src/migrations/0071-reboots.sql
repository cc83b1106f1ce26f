-- Commands that restart a controller: done when another run of it has announced itself.
alter table container_latest add column booted_at timestamptz;
alter table command drop constraint command_kind_check;
alter table command add constraint command_kind_check check (kind in ('switch', 'lock', 'reboot'));
create index command_reboot on command (created_at) where kind = 'reboot' and state in ('accepted', 'unknown');
